/** German, as people type it. Data only. */

import type { Language } from './lexicon.ts';

export const GERMAN: Language = {
  name: 'Deutsch',
  code: 'de',
  small:
    'betreut durchgefuhrt wachsen wachst gewachsen produziert erzeugt erreicht erfasst eingetragen verzeichnet beobachtet gesichtet gemessen dauern dauert dauerte dauerten gedauert gebracht mitgebracht gebacken gekocht erhalten bekommen einfach eigentlich vielleicht irgendwie mal eben der die das den dem des ein eine einen einem einer eines und oder ist sind war waren sein wird werden wurde wurden hat haben hatte hatten im in am an auf aus bei mit von vom zu zum zur fur um uber unter nach es er sie ihr ihre ihren ihrem ich mir mich mein meine meinen wir uns unser bitte kann konnen konnte mochte will soll sollen brauche nur auch noch mal dann als wie was wer wo welche welcher welches welchen deren dessen denen alle allen aller alles jede jeder jedes jeden diese dieser dieses diesen dies dabei davon daraus dazu da so gibt gebe gib zeig zeige nicht kein keine keinen pro je zeile zeilen eintrag eintrage datensatz datensatze datei dateien tabelle tabellen spalte spalten feld werte liste ergebnis euro ganz insgesamte zusammen jeweils jeweilige jeweiligen sich hin hinzu her ab bis wenn falls sonst man mach mache machen erstelle erstell finde suche anzeigen bekommen gibts daten vorhanden enthalt entsprechend gehoren gehort gehen geht ging kommen kommt kam kamen leben lebt lebte wohnen wohnt wohnte arbeiten arbeitet arbeitete liegen liegt lag lagen stehen steht stehend bleiben bleibt blieb sei worden geworden macht gemacht tun tut getan nehmen nimmt genommen geben gegeben passiert registriert erfasst eingetragen aufgenommen verzeichnet leute personen person jemand euch ihnen ihn ihm dich dir euer eure unsere unserer unseren unserem seine seinen seiner seinem ihrer daran darin dafur darunter hier dort immer wieder sehr ziemlich eher gerne gern mochten wollen willst konnten durfen darf muss mussen musste hattest hast habe seid bist bin ob dass weil denn doch aber jedoch sondern also nun jetzt eigene eigenen eigener einzelne einzelnen einzelner bestimmte bestimmten ganzen ganze andere anderen anderer weitere weiteren solche solchen viele vielen einige einigen manche mehrere etwas gab gabs gabe ubrig methode art zugehorigen beim ins ans wem wen wessen bisher schon deine dein sollte gewesen hoch lautet betragt betragen sieht aussehen heisst entfallt entfallen insgesamten eigentlich ungefahr etwa aktuell bislang momentan halt eben wohl jahres wofur woher wohin womit worauf davor',
  parts: {
    gesamt: 'gesamt',
    durchschnitts: 'durchschnitt',
    hochst: 'hochste',
    spitzen: 'hochste',
    mindest: 'niedrigste',
    tiefst: 'niedrigste',
    monats: 'monatlich',
    tages: 'taglich',
    wochen: 'wochentlich',
    quartals: 'quartalsweise',
    jahres: 'jahres',
  },
  months: 'januar februar marz april mai juni juli august september oktober november dezember',
  numbers:
    'eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig hundert tausend',
  phrases: {
    'agg:sum':
      'summe*, gesamt*, insgesamt, summier*, zusammengezahlt, addier*, zusammenrechnen, zahle zusammen, aufsummier*, total, rechne zusammen, gesamtsumme, gesamtsumme am ende, gesamtsumme unten, summe am ende, summe unten, summenzeile, gesamtzeile, wie viel, wieviel, wie viel geld, wieviel geld, alles zusammen, zusammengerechnet, aufaddier*, zusammenzahlen, summarisch, in summe, unterm strich',
    'agg:mean':
      'durchschnitt*, mittelwert*, im schnitt, im mittel, schnitt, im durchschnitt, mittlere*, durchschnittlich*, gemittelt*, mittel, durchschnitts',
    'agg:count':
      'wie viele, wieviele, wie viele male, anzahl, wie oft, zahle, zahl der, wie viel, wie haufig, menge der, haufigkeit, zahlt',
    'agg:median': 'median',
    statistics: 'statistik, statistische kennzahlen, kennzahlen',
    'agg:max': 'maximum, maximal*, hochstwert, spitzenwert, maximalwert',
    'agg:min': 'minimum, minimal*, tiefstwert, minimalwert, niedrigstwert',
    distinct:
      'verschieden*, unterschiedlich*, eindeutig*, wie viele verschiedene, anzahl verschiedener, anzahl der verschiedenen, wie viele unterschiedliche',
    share:
      'anteil*, prozentual*, wie viele prozent, wieviel prozent, wieviele prozent, zu wie viel prozent, welcher teil, wie viel prozent, prozentsatz, prozentanteil, in prozent',
    running: 'laufende summe, kumuliert*, aufgelaufen*',
    rankfig: 'rang, platzierung, rangfolge',
    per: 'eine zeile pro, eine zeile je, eine zeile fur jede, eine zeile fur jeden, eine zeile fur jedes, pro, je, nach, fur jede, fur jeden, fur jedes, gruppiert nach, gruppiere nach, aufgeteilt nach, aufgeschlusselt nach, in jeder, in jedem, gruppiere, jeweils pro, in den einzelnen, bei jedem, bei jeder, aufgegliedert nach, unterteilt nach, gegliedert nach, sortenrein nach, jeweils je, jeweils nach, fur die einzelnen, der einzelnen, getrennt nach, pro einzelnem',
    each: 'fur jede, fur jeden, fur jedes, fur jeden einzelnen, fur jede einzelne, jeweils fur, jede, jeden, jedes, jeder, jedem',
    whether: 'ob',
    own: 'eigene, eigenes, eigenen, separate, separaten, getrennt, getrennte, einzeln, einzelne, jeweils eine, teile, aufteilen, teil auf, zerlege, auftrennen',
    file: 'datei, dateien',
    'unit:day': 'tag, taglich*, tage, tagen, tags',
    'unit:week': 'woche, wochentlich*, kalenderwoche',
    'unit:month': 'monat, monatlich*, monate, monaten, monats',
    'unit:quarter': 'quartal, vierteljahr*, quartalsweise, quartale',
    'unit:year': 'jahr, jahrlich*, jahre, jahren',
    'unit:weekday': 'wochentag',
    'unit:hour': 'stunde, stundlich*, stunde des tages, uhrzeit, tageszeit',
    adverb: 'taglich*, wochentlich*, monatlich*, vierteljahrlich*, jahrlich*, stundlich*, quartalsweise',
    top: 'bestseller*, verkaufsschlager*, topseller*, top, beste, bestem, besten, fuhrend*, bester, bestes, erfolgreichst*, umsatzstarkst*, am besten',
    most: 'zweithochst*, zweitgrosst*, zweitbest*, zweitmeist*, zweitteuerst*, dritthochst*, drittgrosst*, drittbest*, drittmeist*, hochst*, grosst*, teuerst*, meist*, am meisten, schwerst*, langst*, starkst*, umsatzstarkst*, am hochsten, am grossten, am haufigsten, haufigst*, beliebtest*, am starksten',
    'of:sales': 'bestseller*, verkaufsschlager*, topseller*, meistverkauft*, bestverkauft*',
    'of:often': 'am haufigsten, am seltensten',
    least:
      'zweitkleinst*, zweitniedrigst*, drittkleinst*, drittniedrigst*, niedrigst*, kleinst*, billigst*, gunstigst*, wenigst*, am wenigsten, schlechtest*, leichtest*, kurzest*, geringst*, am niedrigsten, am kleinsten, am seltensten, seltenst*, am geringsten, am schwachsten, schwachst*, schlechteste*',
    newest: 'neuest*, neust*, letzte*, jungst*, aktuellst*',
    oldest: 'altest*, fruhest*, erste, ersten, erster, erstes, erstem',
    first: 'erste, ersten, erster, erstes, erstem',
    last: 'letzte*, letzten',
    sort: 'sortier*, reihenfolge, ordne, geordnet, geordnet nach, sortiert nach, sortiere nach, sortieren nach, der grosse nach, ordne nach, sortiere sie nach, sortiert, reihe, ordnen, sortieren, nach der grosse, anordnen',
    asc: 'aufsteigend*, kleinste zuerst, alphabetisch*, von a bis z, niedrigste zuerst, billigste zuerst, gunstigste zuerst, der reihe nach, vom kleinsten zum grossten, vom niedrigsten zum hochsten, vom billigsten zum teuersten, vom gunstigsten zum teuersten, von klein nach gross, von niedrig nach hoch, von wenig nach viel, niedrigsten zuerst, kleinsten zuerst, gunstigsten zuerst',
    desc: 'absteigend*, grosste zuerst, hochste zuerst, teuerste zuerst, vom grossten zum kleinsten, von gross nach klein, grosster zuerst, hochster zuerst, grosstes zuerst, der grosse nach, vom hochsten zum niedrigsten, vom hochsten zum kleinsten, vom teuersten zum billigsten, vom teuersten zum gunstigsten, von hoch nach niedrig, von oben nach unten, von viel nach wenig, hochster wert zuerst, grosste oben, hochste oben, hochsten zuerst, grossten zuerst, teuersten zuerst, meiste zuerst, meisten zuerst',
    atop: 'zuerst, oben, ganz oben, zuoberst, an erster stelle, am anfang',
    'nth:2':
      'zweite*, zweithochst*, zweitgrosst*, zweitbest*, zweitmeist*, zweitteuerst*, zweitkleinst*, zweitniedrigst*, zweitschnellst*, zweitaltest*',
    'nth:3':
      'dritte*, dritthochst*, drittgrosst*, drittbest*, drittmeist*, dritteuerst*, drittkleinst*, drittniedrigst*',
    overview:
      'uberblick, ubersicht, auswertung, auswerten, analysier*, analyse, werte aus, wie stehen wir da, wie lauft es, wie sieht es aus, was fallt auf, auf einen blick, verschaff mir, erkunde, zusammenfass*, fasse zusammen, fass zusammen',
    newestfirst:
      'neueste zuerst, neuste zuerst, aktuellste zuerst, neuester zuerst, neuestes zuerst, neuesten zuerst, jungste zuerst, letzte zuerst, vom neuesten zum altesten',
    oldestfirst:
      'alteste zuerst, chronologisch*, altester zuerst, altestes zuerst, altesten zuerst, fruheste zuerst, vom altesten zum neuesten, der zeit nach',
    'cmp:gt':
      'uber, mehr als, grosser als, hoher als, grosser, teurer als, ubersteig*, oberhalb von, alter als, langer als, uber dem, uber der, hoher, liegt uber, liegen uber, oberhalb, mehr wie, teurer wie, uberschreit*',
    'cmp:gte':
      'mindestens, wenigstens, grosser oder gleich, ab, nicht weniger als, oder mehr, nicht unter, minimum, von mindestens, oder daruber, und mehr, aufwarts',
    'cmp:lt':
      'unter, weniger als, kleiner als, niedriger als, billiger als, gunstiger als, kleiner, unterhalb von, junger als, kurzer als, unter dem, unter der, liegt unter, liegen unter, unterhalb, unterschreit*, weniger wie',
    'cmp:lte':
      'hochstens, maximal, nicht mehr als, bis zu, kleiner oder gleich, oder weniger, nicht uber, oder darunter, allerhochstens',
    'cmp:eq': 'gleich, genau',
    'cmp:ne': 'ungleich, nicht gleich, anders als',
    'cmp:contains':
      'enthalt, enthalten, enthaltend*, beinhaltet, beinhalten, mit dem wort, mit dem text, vorkommt, erwahnt, erwahnen, vorkommen, beinhaltend*, in denen vorkommt',
    'cmp:starts': 'beginnt mit, beginnen mit, anfangt mit, fangt mit, mit anfang, fangen mit',
    'cmp:ends': 'endet mit, enden mit, endet auf, enden auf, aufhort mit',
    'cmp:before': 'vor, vor dem, fruher als',
    'cmp:after': 'nach, nach dem, spater als',
    'cmp:since': 'seit, ab, ab dem, seit dem',
    'cmp:until': 'bis, bis zum, bis einschliesslich, bis ende',
    between: 'zwischen',
    empty:
      'leer*, fehlt, fehlen, fehlend*, nicht ausgefullt, nicht angegeben, unbekannt*, ohne angabe, nicht eingetragen, nicht vorhanden, nicht erfasst, nicht bekannt',
    filled: 'nicht leer, ausgefullt, vorhanden, angegeben',
    and: 'und, sowie, &, plus',
    or: 'oder, entweder',
    either: 'entweder',
    not: 'nicht, weder, noch nicht, ausser, ohne, kein*, mit ausnahme von, mit ausnahme der, bis auf, exklusive, nicht mitgerechnet, ausgenommen, abgesehen von, lass weg, entferne, losche, streiche, verwirf, ausschliesslich der, nie, niemals, weglassen, ignorier*',
    measured:
      'gespendet, ausgegeben, ausgeben, eingenommen, einnehmen, verdient, verdienen, verdiente, gezahlt haben, umgesetzt, eingebracht, abgerechnet, in rechnung gestellt, gekostet, kosteten, kostet, verkauft, verkaufte, verkauften, gespendete, einbrachte, bezahlt bekommen, schulden, schuldet',
    'sign:minus': 'negativ*, im minus, ins minus, in den roten zahlen, unter null',
    'sign:plus': 'positiv*, im plus, in den schwarzen zahlen, uber null',
    neither: 'weder',
    nor: 'noch',
    except:
      'ausser, ohne, entferne, losche, streiche, verwirf, ausgenommen, abgesehen von, lass weg, weglassen, ignorier*, mit ausnahme von, mit ausnahme der, exklusive, nicht mitgerechnet, bis auf',
    excluded:
      'zahlt nicht, zahlen nicht, nicht mitgezahlt, nicht enthalten, ausgeschlossen, nicht mitzahlen, nicht berucksichtigen, bleiben aussen vor, bleibt aussen vor, weglassen, ausgenommen, entfernen, streichen, rausnehmen, herausnehmen, rauslassen, ausklammern, ausblenden, ausschliessen',
    nobody: 'niemand, niemandem, niemanden, keiner, keinem',
    'late:since': 'oder spater, und spater, oder danach, und danach, oder neuer, und neuer',
    'late:until': 'oder fruher, und fruher, oder davor, und davor, oder alter',
    filler:
      'sonst nichts, nichts weiter, mehr nicht, das reicht, das genugt, reicht mir, mal bitte, einmal bitte, ware super, ware toll, ware nett, ware schon, ware prima, im voraus, lg, liebe grusse, viele grusse, mfg, moin, servus, gruss, gruezi, kurze frage, ganz kurz, bitte mal, mal schnell, doch mal, bezahlt mit, bezahlt per, mit bezahlt, wie hoch ist, wie hoch sind, wie hoch war, wie hoch waren, wie gross ist, wie gross sind, wie gross war, beide eingeschlossen, einschliesslich, jeweils einschliesslich, inklusive, danke, vielen dank, danke schon, hallo, guten tag, guten morgen, fur mich, fur uns, wenn moglich, wenn es geht, in der datei, in der tabelle, in der liste, aus der datei, aus der tabelle, aus der liste, der datei, ich mochte wissen, ich wusste gern, ich wurde gern wissen, kannst du mir sagen, konnen sie mir sagen, gerade, im moment, derzeit, aktuell, eigentlich, bisher, uberhaupt, eben, mal eben, schon, noch immer, immer noch, ungefahr, gar, gearbeitet, geleistet, geschrieben, gemacht, getatigt, eingegangen, erfasst, eingetragen, ausgestellt, verbucht, vorgekommen, passiert, stattgefunden, aufgegeben, abgegeben, zurzeit, bis jetzt',
    short:
      'nachbestellt, nachbestellen, nachzubestellen, nachgekauft, nachkaufen, auffullen, aufgefullt, geht zur neige, gehen zur neige, wird knapp, werden knapp, zu wenig da, nachgeordert',
    only: 'nur, lediglich, filter*, behalte, ausschliesslich, wo, deren, dessen, bei denen, fur die',
    nopartner:
      'ohne, die keine, die keinen, die kein, nicht in, fehlen in, nicht vorkommen in, keine, ohne eine, ohne einen, noch nie, nie',
    beside:
      'neben, schreib, schreibe, stell, stelle, setz, setze, hang an, hange an, nachschlagen, erganze, hinzu',
    join: 'verknupf*, verbinde*, verbunden, fuhre zusammen, zusammenfuhren, kombinier*, erganz*, zusammen mit, abgleich*, join*, nachschlagen, verknupfe mit, bringe zusammen, zusammenbringen, ordne zu, zuordnen',
    append:
      'beide, beiden, beider, aneinander, hange beide, hange an, anhangen, hange aneinander, aneinander, untereinander, zusammenfuhren, fuhre zusammen, vereinig*, in eine, beide dateien, beider dateien, aller dateien, alle dateien, beiden dateien, beiden monate, kombinier*, fasse zusammen in eine, zusammengefasst, aus beiden',
    compare: 'vergleich*, gegenuber, im vergleich, versus, vergleiche mit',
    difference: 'differenz, unterschied*, wie viel mehr, abweichung',
    change:
      'veranderung*, anderung, erhohung*, anstieg*, steigerung*, zunahme*, ruckgang*, wachstum, zuwachs, entwicklung, gestiegen, gesunken, gegenuber dem vormonat',
    duplicates: 'duplikat*, doppelt*, dubletten, mehrfach, mehrfach vorkommen*, mehr als einmal',
    dedupe:
      'entferne duplikate, entferne doppelte, duplikate entfernen, doppelte entfernen, ohne duplikate, ohne doppelte, jede nur einmal, jeden nur einmal, losche doppelte, losche duplikate, doppelte zeilen entfernen, entferne die duplikate, entferne doppelte zeilen, entferne alle doppelten',
    newcolumn:
      'eine spalte, spalte an, neue spalte, fuge spalte hinzu, fuge eine spalte hinzu, spalte hinzu, fuge eine spalte, fuge eine neue spalte, zusatzliche spalte, weitere spalte, eine spalte, neuen spalte',
    mark: 'markier*, kennzeichne*, klassifizier*, beschrifte*',
    called: 'namens, genannt, als, mit dem namen, nenne sie, mit namen',
    show: 'hol, hole, berechne*, errechne*, ermittl*, bestimme*, rechne aus, ausrechnen, gruppier*, lies, offne, lade, nimm, verwende, zeig*, liste, liste auf, gib mir, ausgeben, gib aus, nenne*, finde, anzeigen, welche, gib, suche, auflisten, such*, zeig mir, zeige mir, liste mir, gib mir bitte, stell dar, darstellen, such heraus, such mir, ich brauche, ich mochte, ich hatte gern, ich hatte gerne, ich will, wie lautet, wie lauten, wie sieht, wie sehen, was sind, was ist, wie ist, wie sind, wie hoch ist, wie hoch sind, wie hoch war, wie hoch waren, wie gross ist, wie gross sind',
    which: 'welche*, wer, was, wem, wessen',
    most_of: 'am meisten, die meisten',
    save: 'speicher*, exportier*, schreibe in, sichere, ablegen, abspeichern, speichere als, speichere es als, speichere sie als, speichere das ergebnis als, lege ab, schreib*, abspeichern als, leg ab, sichern, als datei',
    'as:csv': 'als csv, csv datei, csv-datei',
    'as:xlsx': 'als excel, excel datei, excel-datei, als xlsx, excel, als exceldatei',
    'as:json': 'als json, json datei, json-datei',
    'as:md': 'als markdown, als md',
    'as:txt': 'textdatei, als text',
    'as:html': 'als html',
    report: 'bericht, report, bericht mit, erstelle einen bericht, schreibe einen bericht, ein bericht',
    chart:
      'diagramm*, grafik, graph, schaubild, visualisier*, zeichne, plot, als diagramm, kurve, schaubild*, darstell*',
    'mark:bar': 'balkendiagramm*, saulendiagramm*, balken, als balken, als balkendiagramm',
    'mark:line':
      'entwickelt, entwickeln, entwicklung, liniendiagramm*, linie, als linie, im zeitverlauf, verlauf, zeitverlauf, als liniendiagramm',
    'mark:dot': 'streudiagramm*, punktdiagramm*, punkte',
    'mark:area': 'flachendiagramm*',
    'mark:pie': 'kreisdiagramm*, tortendiagramm*, kuchendiagramm*',
    table: 'markdown-tabelle, als tabelle, in einer tabelle',
    note: 'notiz, notier*, warne mich, warne, benachrichtige mich, benachrichtig*, sag bescheid, schreib*, schreibe eine notiz, hinweis, melde, sage, sag, vermerk*',
    ask: 'frage mich, frag mich, frag, frage nach',
    summarise:
      'zusammenfass*, fasse zusammen, fass zusammen, kurze, zusammenfassung, in kurzform, kernaussag*',
    words: 'worter, anzahl der worter, wie viele worter, wortzahl, worte',
    lines: 'zeilen, zeile',
    sentences: 'satze, satz, satzen',
    paragraphs: 'absatz, absatze, absatzen, abschnitt, abschnitte',
    characters: 'zeichen, buchstaben',
    reading: 'lesezeit, lesedauer',
    keywords:
      'schlusselworter, schlagworter, stichworter, haufigste worter, haufigsten worter, wichtigsten worter, schlagworte, themen',
    fetch: 'rufe ab, ruf ab, abrufen, lade herunter, herunterladen',
    extract: 'extrahier*, ziehe heraus, finde alle, hole alle, hole, suche alle, suche heraus, finde',
    'take:emails': 'e-mail-adresse*, email-adresse*, emailadresse*, e-mail*, email*, mailadresse*, mails',
    'take:urls': 'url*, webadresse*, link*, internetadresse*, webseite*',
    'take:phones': 'telefonnummer*, telefon, rufnummer*',
    'take:dates': 'datumsangabe*, daten',
    'take:amounts': 'geldbetrag*, betrage, summen, preise',
    'take:percentages': 'prozentangabe*, prozentwerte, prozentzahlen',
    'take:numbers': 'zahlen',
    replace: 'ersetz*, tausche aus, austauschen, anonymisier*, schwarz*',
    by: 'durch, mit',
    diff: 'was hat sich geandert, anderungen zwischen, textunterschiede',
    if: 'wenn, falls, sofern, sollte, sollten, sobald, im falle dass, vorausgesetzt, nur wenn',
    ifso: 'wenn ja, falls ja, wenn dem so ist, in diesem fall, wenn das so ist, ist das der fall',
    unless: 'es sei denn, wenn nicht, falls nicht, ausser wenn',
    otherwise:
      'sonst, ansonsten, andernfalls, anderenfalls, wenn nein, falls nein, im anderen fall, oder sonst, falls nicht, wenn nicht',
    next: 'dann, danach, anschliessend, zum schluss, zuletzt, schliesslich, und dann',
    round: 'runde, gerundet, aufrunden',
    pivot: 'pivot, pivottabelle, kreuztabelle',
    across: 'in spalten, als spalten, nebeneinander, gegenubergestellt',
    unpivot: 'entpivotier*',
    rename: 'umbenenn*, benenne um',
    columns: 'nur die spalten, die spalten, behalte die spalten, spalten',
    times: 'mal, multipliziert mit, x, *',
    plus: 'plus, +, zuzuglich',
    minus: 'minus, abzuglich, -, weniger',
    over: 'geteilt durch, dividiert durch, durch, /',
    percent: '%, prozent',
    tax: 'mehrwertsteuer, mwst, steuer, umsatzsteuer, ust, inklusive mehrwertsteuer, inkl. mwst, aufschlag',
    off: 'rabatt, nachlass, reduziert um, skonto',
    daysbetween:
      'nachte, ubernachtungen, wie viele nachte, anzahl nachte, anzahl der nachte, verweildauer, aufenthaltsdauer, tage zwischen, anzahl der tage zwischen, anzahl tage zwischen, wie viele tage zwischen, wie viele tage, tage von, anzahl der tage von, dauer, wie lange',
    'rel:last': 'letzten, letzte, letztes, letzter, vorigen, vergangenen, vorherigen',
    'rel:this': 'diesen, dieses, diese, aktuellen, laufenden',
    'rel:next': 'nachsten, nachste, kommenden',
    today: 'heute',
    yesterday: 'gestern',
    who: 'wer',
    unclear: 'preis leistung*, preis leistungs verhaltnis, am meisten wert',
    many: 'die meisten, meisten, am meisten, die wenigsten, wenigsten, am wenigsten, die hochste anzahl, die grosste anzahl',
    grand:
      'gesamtsumme, gesamtsumme am ende, gesamtsumme unten, summe am ende, summe unten, summenzeile, gesamtzeile, insgesamt, zusammen, alles zusammen, in summe, unterm strich, zusammengerechnet',
    instead: 'stattdessen, statt, anstatt, anstelle, lieber',
    also: 'auch, zusatzlich, ebenfalls, ausserdem',
    unwanted: 'brauche kein, brauche keine, will kein, nicht mehr',
    any: 'mindestens eine, mindestens ein, wenigstens eine, wenigstens ein, irgendein*, irgendwer, irgendjemand, jemand, etwas',
    exists: 'es gibt, gibt es, gibt',
    every: 'alle, jede, jeder, jedes, allen, samtliche',
    none: 'kein, keine, keiner, keines, nichts, niemand, gar nichts',
    'than:more': 'mehr, hoher, grosser',
    'than:less': 'weniger, niedriger, geringer, kleiner',
  },
};
