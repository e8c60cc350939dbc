/** French, Spanish and Italian, as far as the grammar of the others carries. Data only. */

import type { Language } from './lexicon.ts';

export const FRENCH: Language = {
  name: 'français',
  code: 'fr',
  small:
    'le la les un une des du de d l et ou est sont etait a au aux en dans sur pour par avec ce cette ces qui que quoi dont ou je moi me mon ma mes nous notre il elle ils elles son sa ses leur leurs s il vous plait veux voudrais donne donnez moi montre affiche tous toutes tout toute chaque fichier fichiers ligne lignes colonne colonnes tableau donnees valeur valeurs euros plus y quel quelle quels quelles',
  months: 'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
  numbers: 'un deux trois quatre cinq six sept huit neuf dix onze douze',
  phrases: {
    'agg:sum': 'total*, somme, au total, additionne*, totaux',
    'agg:mean': 'moyenne*, moyen*, en moyenne',
    'agg:count': 'combien, combien de, nombre de, compte, nombre',
    'agg:median': 'mediane',
    distinct: 'different*, distinct*, unique*',
    share: 'part, pourcentage, proportion',
    running: 'cumul*',
    per: 'par, pour chaque, selon, groupe par',
    each: 'pour chaque',
    'unit:day': 'jour', 'unit:week': 'semaine', 'unit:month': 'mois, mensuel*', 'unit:quarter': 'trimestre*', 'unit:year': 'an, annee, annuel*', 'unit:weekday': 'jour de la semaine',
    adverb: 'mensuel*, annuel*',
    top: 'top, meilleur*',
    most: 'le plus, la plus, les plus, plus eleve*, plus grand*, plus cher*, les plus chers, les plus cheres, le plus cher, la plus chere, maximum, plus gros*',
    least: 'le moins, la moins, les moins, plus bas*, plus petit*, moins cher*, les moins chers, minimum, plus faible*',
    newest: 'plus recent*, dernier*, derniere*', oldest: 'plus ancien*, premier*',
    first: 'premier*', last: 'dernier*',
    sort: 'trie*, trier par, trie par, classe par, ordonne*, trie', asc: 'croissant*, ordre alphabetique, ordre croissant', desc: 'decroissant*, ordre decroissant, du plus grand au plus petit',
    'cmp:gt': 'plus de, superieur* a, superieur*, au-dessus de, depassant, depasse, plus que', 'cmp:gte': 'au moins', 'cmp:lt': 'moins de, inferieur* a, inferieur*, en dessous de', 'cmp:lte': 'au plus, maximum de',
    'cmp:eq': 'egal*, egal a', 'cmp:ne': 'n est pas, different de', 'cmp:contains': 'contien*, contenant', 'cmp:starts': 'commence par, commencant par', 'cmp:ends': 'finit par, se terminant par',
    'cmp:before': 'avant', 'cmp:after': 'apres', 'cmp:since': 'depuis', 'cmp:until': 'jusqu, jusqu en', between: 'entre',
    empty: 'vide*, manquant*', and: 'et, ainsi que', or: 'ou, soit', not: 'pas, sauf, sans, excepte, hors, aucun*', only: 'seulement, uniquement, filtre*, garde*, dont',
    nopartner: 'sans, qui n ont pas de, qui n ont aucune, n ayant pas', join: 'joins, joindre, combine*, fusionne*, croise*, relie*', append: 'ajoute a la suite, mets ensemble, les deux fichiers, concatene*, des deux fichiers, reunis*',
    compare: 'compare*', difference: 'difference, ecart', change: 'evolution, variation',
    duplicates: 'doublon*', dedupe: 'supprime les doublons, enleve les doublons, sans doublons, retire les doublons, supprimer les doublons',
    newcolumn: 'ajoute une colonne, nouvelle colonne', called: 'appelee, nommee, comme, sous',
    show: 'montre*, affiche*, liste*, donne*, quels sont, trouve*', which: 'quel, quelle, quels, quelles, qui',
    save: 'enregistre*, sauvegarde*, exporte*, sauve', 'as:csv': 'en csv', 'as:xlsx': 'en excel', 'as:json': 'en json',
    report: 'rapport', chart: 'graphique, diagramme', 'mark:bar': 'barres, diagramme en barres, graphique en barres, histogramme', 'mark:line': 'courbe, ligne', 'mark:pie': 'camembert',
    note: 'note*, ecris', summarise: 'resume*, resumer', words: 'mots', keywords: 'mots cles, mots-cles', extract: 'extrai*, trouve toutes, trouve tous',
    'take:emails': 'adresses e-mail, adresse mail, adresses mail, e-mail*, courriel*, adresses email', 'take:urls': 'liens, url*', 'take:phones': 'numeros de telephone', 'take:dates': 'dates', 'take:amounts': 'montants', replace: 'remplace*', by: 'par',
    instead: 'au lieu de, plutot que, a la place', also: 'aussi, egalement, en plus', if: 'si, lorsque, quand', unless: 'sauf si, a moins que', otherwise: 'sinon, autrement', then: 'puis, ensuite, alors, enfin',
    times: 'fois, multiplie par', plus: 'plus', minus: 'moins', over: 'divise par', percent: 'pour cent, %', tax: 'tva',
    paragraphs: 'paragraphe*', sentences: 'phrase*', lines: 'ligne*', 'rel:last': 'dernier*', today: "aujourd'hui", yesterday: 'hier',
  },
};

export const SPANISH: Language = {
  name: 'español',
  code: 'es',
  small:
    'el la los las un una unos unas de del y o es son era fue en a al para por con que cual cuales quien yo me mi mis nos nuestro su sus lo le les se por favor quiero dame muestra muestrame todos todas todo toda cada archivo archivos fichero fila filas columna columnas tabla datos valor valores euros hay como esta este estos estas',
  months: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  numbers: 'uno dos tres cuatro cinco seis siete ocho nueve diez once doce',
  phrases: {
    'agg:sum': 'total*, suma*, en total', 'agg:mean': 'promedio*, media, en promedio', 'agg:count': 'cuantos, cuantas, numero de, cuenta, cantidad de', 'agg:median': 'mediana',
    distinct: 'diferente*, distinto*, distinta*, unico*', share: 'porcentaje, proporcion, cuota', running: 'acumulad*',
    per: 'por, por cada, para cada, segun, agrupado por', each: 'para cada, por cada',
    'unit:day': 'dia', 'unit:week': 'semana', 'unit:month': 'mes, meses, mensual*', 'unit:quarter': 'trimestre*', 'unit:year': 'ano, anos, anual*', adverb: 'mensual*, anual*',
    top: 'top, mejor*', most: 'mas alto, mas alta, mas altos, mas caro*, mas cara*, mayor*, mas grande*, maximo', least: 'mas bajo*, mas barato*, mas barata*, menor*, mas pequeno*, minimo',
    newest: 'mas reciente*, ultimo*, ultima*', oldest: 'mas antiguo*, mas antigua*, primer*', first: 'primer*', last: 'ultim*',
    sort: 'ordena*, ordenado por, ordena por, ordenar por', asc: 'ascendente*, orden alfabetico', desc: 'descendente*, de mayor a menor',
    'cmp:gt': 'mas de, mayor que, mayores de, mayores que, superior* a, por encima de', 'cmp:gte': 'al menos, como minimo', 'cmp:lt': 'menos de, menor que, menores de, menores que, inferior* a, por debajo de', 'cmp:lte': 'como maximo', 'cmp:eq': 'igual a', 'cmp:ne': 'no es, distinto de', 'cmp:contains': 'contien*, contenga*', 'cmp:starts': 'empieza* por, empieza con', 'cmp:ends': 'termina en',
    'cmp:before': 'antes de', 'cmp:after': 'despues de', 'cmp:since': 'desde', 'cmp:until': 'hasta', between: 'entre', empty: 'vaci*, falta*', and: 'y, e', or: 'o, u', not: 'no, excepto, sin, salvo, menos, ningun*', only: 'solo, solamente, unicamente, filtra*',
    nopartner: 'sin, que no tienen, no tienen', join: 'une, combina*, junta*, unir', append: 'ambos archivos, anade, concatena*, los dos archivos, de ambos', compare: 'compara*', difference: 'diferencia', change: 'variacion, cambio, evolucion',
    duplicates: 'duplicad*, repetid*', dedupe: 'elimina los duplicados, quita los duplicados, sin duplicados, elimina duplicados, eliminar duplicados', newcolumn: 'anade una columna, nueva columna, agrega una columna', called: 'llamada, como',
    show: 'muestra*, lista*, dame, ensena*, encuentra*', which: 'que, cual, cuales, quien', save: 'guarda*, exporta*', 'as:csv': 'en csv, como csv', 'as:xlsx': 'en excel, como excel', 'as:json': 'como json',
    report: 'informe, reporte', chart: 'grafico, grafica, diagrama', 'mark:bar': 'grafico de barras, barras, diagrama de barras', 'mark:line': 'grafico de lineas, linea', 'mark:pie': 'grafico circular', note: 'nota, escribe', summarise: 'resume*, resumen, resumir', words: 'palabras', keywords: 'palabras clave', extract: 'extrae*, encuentra todos',
    'take:emails': 'correos, correos electronicos, direcciones de correo, emails, e-mails', 'take:urls': 'enlaces', 'take:phones': 'numeros de telefono, telefonos', 'take:amounts': 'importes', 'take:dates': 'fechas', replace: 'reemplaza*, sustituye*, cambia*', by: 'por, con',
    instead: 'en vez de, en lugar de', also: 'tambien, ademas', if: 'si, cuando', unless: 'a menos que, salvo que', otherwise: 'si no, de lo contrario, sino', then: 'entonces, luego, despues', times: 'multiplicado por', plus: 'mas', minus: 'menos', over: 'dividido por, entre', percent: 'por ciento, %', tax: 'iva', paragraphs: 'parrafo*', sentences: 'frase*', lines: 'linea*', 'rel:last': 'ultimo*, pasado*', today: 'hoy', yesterday: 'ayer',
  },
};

export const ITALIAN: Language = {
  name: 'italiano',
  code: 'it',
  small:
    'il lo la i gli le un uno una di del della dei delle degli dello e o è sono era in a al alla ai alle da dal dalla per con su sul che cui quale quali chi io mi mio mia miei noi nostro suo sua loro si per favore voglio vorrei dammi mostra mostrami tutti tutte tutto tutta ogni file riga righe colonna colonne tabella dati valore valori euro come questo questa questi queste ci',
  months: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  numbers: 'uno due tre quattro cinque sei sette otto nove dieci undici dodici',
  phrases: {
    'agg:sum': 'totale*, totali, somma*, in totale', 'agg:mean': 'media, medio, medi*, in media', 'agg:count': 'quanti, quante, numero di, conta', 'agg:median': 'mediana',
    distinct: 'divers*, distint*, unic*', share: 'percentuale, quota, proporzione', running: 'cumulativ*, cumulat*', per: 'per, per ogni, per ciascun*, secondo, raggruppat* per', each: 'per ogni, per ciascun*',
    'unit:day': 'giorno', 'unit:week': 'settimana', 'unit:month': 'mese, mesi, mensil*', 'unit:quarter': 'trimestre*, trimestri', 'unit:year': 'anno, anni, annual*', adverb: 'mensil*, annual*',
    top: 'top, miglior*', most: 'piu alto, piu alta, piu alti, piu caro, piu cara, piu cari, piu costos*, maggiore, maggiori, piu grande, massimo', least: 'piu basso, piu bassa, piu economic*, minore, minori, piu piccol*, minimo, meno caro, meno costos*', newest: 'piu recent*, ultim*', oldest: 'piu vecchi*, prim*', first: 'prim*', last: 'ultim*',
    sort: 'ordina*, ordinat* per, ordina per', asc: 'crescente, alfabetico, crescenti', desc: 'decrescente, decrescenti, dal piu grande al piu piccolo', 'cmp:gt': 'piu di, maggiore di, superior* a, sopra, oltre', 'cmp:gte': 'almeno', 'cmp:lt': 'meno di, minore di, inferior* a, sotto', 'cmp:lte': 'al massimo', 'cmp:eq': 'uguale a', 'cmp:ne': 'non e, diverso da', 'cmp:contains': 'contien*, contengono, contenente', 'cmp:starts': 'inizia* con', 'cmp:ends': 'finisce* con',
    'cmp:before': 'prima di, prima del', 'cmp:after': 'dopo, dopo il', 'cmp:since': 'dal, da', 'cmp:until': 'fino a', between: 'tra, fra', empty: 'vuot*, mancant*', and: 'e, ed', or: 'o, oppure', not: 'non, tranne, senza, eccetto, nessun*', only: 'solo, soltanto, filtra*, solamente', nopartner: 'senza, che non hanno', join: 'unisci, unire, combina*, collega*', append: 'entrambi i file, concatena*, di entrambi, accoda*', compare: 'confronta*', difference: 'differenza', change: 'variazione, andamento',
    duplicates: 'duplicat*, doppi*', dedupe: 'rimuovi i duplicati, elimina i duplicati, senza duplicati, togli i duplicati', newcolumn: 'aggiungi una colonna, nuova colonna', called: 'chiamata, come', show: 'mostra*, elenca*, dammi, trova*, fammi vedere', which: 'quale, quali, chi', save: 'salva*, esporta*', 'as:csv': 'in csv, come csv', 'as:xlsx': 'in excel', 'as:json': 'come json', report: 'rapporto, relazione, report', chart: 'grafico, diagramma', 'mark:bar': 'grafico a barre, barre', 'mark:line': 'grafico a linee, linea', 'mark:pie': 'grafico a torta', note: 'nota, scrivi', summarise: 'riassumi, riassunto, riassumere', words: 'parole', keywords: 'parole chiave', extract: 'estrai, trova tutti', 'take:emails': 'indirizzi email, email, e-mail, indirizzi e-mail', 'take:urls': 'link', 'take:phones': 'numeri di telefono', 'take:amounts': 'importi', 'take:dates': 'date', replace: 'sostituisci, rimpiazza', by: 'con',
    instead: 'invece di, invece, al posto di', also: 'anche, inoltre', if: 'se, quando', unless: 'a meno che', otherwise: 'altrimenti', then: 'poi, quindi, allora', times: 'per, moltiplicato per', plus: 'piu', minus: 'meno', over: 'diviso per', percent: 'per cento, %', tax: 'iva', paragraphs: 'paragraf*', sentences: 'fras*', lines: 'righe', 'rel:last': 'ultimo*, scorso*', today: 'oggi', yesterday: 'ieri',
  },
};
