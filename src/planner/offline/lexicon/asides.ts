/** Words by which people say why they ask, for whom and how they are: nothing of it is wished for. Five languages; data only. */

import { fold } from './forms.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/u).map(fold));

/** What somebody begins with. */
export const CALLS = words(`
  right so well ok okay now listen look hello hi hey morning afternoon evening alright folks dear team
  also gut na nun hallo moin servus tja hm
  bon alors bonjour salut voila
  bueno hola pues vale oye
  allora ciao dunque ecco
`);

/** Who speaks or is spoken of, as a sentence of its own begins. */
export const SPEAKERS = words(`
  i im ive id we weve were my our he she they
  ich wir mein meine unser unsere
  je j nous on mon ma mes notre nos
  yo nosotros mi mis nuestro nuestra
  io noi mio mia nostro nostra
`);

/** What says why, and never what. */
export const REASONS = words(`
  because cause weil denn damit parce puisque porque perche poiche
`);

/** They say why only where somebody is spoken of right behind them: "since we …", and not "since May". */
export const MAYBE_REASONS = words('since as so da car pues siccome que');

/** What may be spoken of besides who speaks. */
export const OTHERS = words('it its this that thats there they he she es das er sie ce cela eso esto questo');

/** Verbs of a sentence about somebody. */
export const VERBS = words(`
  is are was has have had will would can could must wants asked asks likes loves says said told thinks needs
  ist sind war hat haben hatte wird kann muss mochte will fragt sagt meint braucht mag
  est sont veut demande aime dit es esta quiere pide dice ha vuole chiede
`);

/** Behind who speaks they ask for something: what follows is wished for. */
export const WISHING = words(`
  want wants wanted need needs needed like love prefer wish expect require request looking after
  brauche brauchen brauchten will wollen mochte mochten hatte hatten wunsche suche suchen benotige benotigen
  voudrais voudrions veux voulons aimerais besoin souhaite cherche
  quiero queremos necesito necesitamos quisiera gustaria busco
  voglio vogliamo vorrei vorremmo serve servono cerco
`);

/** "I need it for …", "I want to …": what has already been said, and what is done with it then. */
export const ALREADY = words(`
  it this that these those them
  es das dies sie
  le la les cela ca
  lo los las esto eso
  questo questi
`);

export const FOR = words('for für pour para per');

/** All that a file is about: "in the club", "at our school". */
export const WHOLES = words(`
  club society association company firm business organisation organization school choir team group parish village community family
  office shop department crew band orchestra library collection archive fleet list file table data sheet spreadsheet register ledger
  verein gesellschaft firma unternehmen betrieb schule chor gruppe gemeinde dorf buro laden bestand sammlung archiv bucherei bibliothek
  datei tabelle liste kartei
  association societe entreprise ecole chorale groupe commune bureau magasin bibliotheque fichier liste
  club asociacion empresa escuela coro grupo oficina tienda biblioteca archivo lista
  associazione azienda scuola coro gruppo ufficio negozio biblioteca archivio lista
`);

export const AT = words('in at of from im in am vom aus dans au en nel del al della');

/** For whom and for what people have tables made. */
export const OCCASIONS = words(`
  meeting presentation talk report reports reporting newsletter board notice noticeboard poster boss manager accountant accountants
  taxman tax return authorities audit auditor auditors website site homepage flyer leaflet programme committee colleagues team wall
  fridge door review handover folder insurance insurers landlord press newspaper editor chairman treasurer secretary trustees
  shareholders customers clients parents neighbours records overview invitation invitations mailing labels catalogue planning roster
  rota budget slides slide council office agm bank grandma friend friends family kids teacher teachers staff
  aushang sitzung besprechung prasentation vortrag bericht rundbrief rundschreiben newsletter vorstand chef chefin steuerberater
  steuerberaterin steuer finanzamt prufung webseite homepage flugblatt ausschuss kollegen kolleginnen team wand kuhlschrank tur ubergabe
  mappe ordner versicherung vermieter presse zeitung kassenwart kassenprufung schriftfuhrer eltern nachbarn akten einladung einladungen
  planung dienstplan budget folien gemeinde buro versammlung mitgliederversammlung hauptversammlung elternabend bank freunde familie
  reunion presentation rapport bulletin comptable impots site affiche comite collegues assurance banque parents journal planning
  asamblea presentacion informe boletin contable hacienda cartel comite companeros seguro banco padres periodico reunion
  riunione presentazione rapporto bollettino commercialista sito manifesto comitato colleghi assicurazione banca genitori giornale
`);
