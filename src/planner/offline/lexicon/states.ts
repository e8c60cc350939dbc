/** Participles and adjectives of state in five languages: a line for each, and behind a bar what says the opposite. Data only. */

import { fold, formsOf } from './forms.ts';

/** Words of one side may stand for each other, in a goal and in cells; yes in a column called so is the first side. */
const STATES = `
paid pay payed settled cleared bezahlt gezahlt beglichen bezahlen zahlt paye payee regle reglee pagado pagada pagato pagata saldato | unpaid outstanding owed owing owe owes open unbezahlt ausstehend offen schulden schuldet schuldig impaye impayee doivent doit pendiente pendientes deben debe devono dovuto insoluto
closed resolved solved done fixed geschlossen erledigt behoben gelost ferme fermee resolu resolue cerrado cerrada resuelto chiuso chiusa risolto | open opened pending unresolved unsolved unfixed offen ungelost ouvert ouverte abierto abierta aperto aperta
finished completed complete beendet abgeschlossen fertig termine terminee terminado terminada finito finita completato | unfinished incomplete unvollstandig unfertig
active aktiv actif active activo activa attivo attiva enabled | inactive inaktiv inactif inactivo inattivo disabled
delivered geliefert ausgeliefert zugestellt livre livree entregado entregada consegnato consegnata | undelivered
shipped dispatched sent versendet verschickt versandt expedie expediee enviado enviada spedito spedita | unshipped unsent
cancelled canceled storniert abgesagt annulliert annule annulee cancelado cancelada annullato annullata
returned back zuruck zuruckgebracht zuruckgegeben retourniert retourne retournee devuelto devuelta restituito restituita reso
refunded reimbursed erstattet zuruckerstattet rembourse remboursee reembolsado reembolsada rimborsato rimborsata | unreimbursed
approved accepted genehmigt freigegeben bewilligt approuve approuvee aprobado aprobada approvato approvata | rejected denied declined refused abgelehnt refuse refusee rechazado rechazada rifiutato rifiutata
insured versichert assure assuree asegurado asegurada assicurato assicurata | uninsured unversichert
furnished mobliert meuble meublee amueblado amueblada arredato arredata | unfurnished unmobliert
sold verkauft vendu vendue vendido vendida venduto venduta | unsold unverkauft
booked reserved gebucht reserviert reserve reservee reservado reservada prenotato prenotata | unbooked
available verfugbar lieferbar disponible disponibile | unavailable vergriffen
confirmed bestatigt confirme confirmee confirmado confirmada confermato confermata | unconfirmed unbestatigt
answered beantwortet repondu respondido risposto | unanswered unbeantwortet
read gelesen lu leido letto | unread ungelesen
used benutzt gebraucht utilise usado usato | unused unbenutzt
passed bestanden reussi aprobado promosso | failed durchgefallen echoue suspendido bocciato
present attended anwesend erschienen present asistio presente | absent abwesend ausente assente
married verheiratet marie mariee casado casada sposato sposata | single unmarried ledig celibataire soltero soltera
late delayed verspatet tardif retarde retrasado in ritardo | punctual punktlich ponctuel puntual puntuale
urgent dringend eilig urgente
public offentlich publique publico pubblico | private privat prive privado privato
male man men manner mannlich m homme hommes hombre hombres uomo uomini masculin masculino maschile | female woman women frau frauen weiblich f w femme femmes mujer mujeres donna donne feminin femenino femminile
swapped traded getauscht | unswapped
verified gepruft uberpruft verifie verificado verificato | unverified ungepruft
published veroffentlicht publie publicado pubblicato | unpublished unveroffentlicht
subscribed abonniert abonne suscrito iscritto | unsubscribed abgemeldet
vaccinated geimpft vaccine vacunado vaccinato | unvaccinated ungeimpft
`;

/** Words for what cells often hold, in five languages: a line for each. */
const VALUES = `
night nacht nachts nuit noche notte
morning morgens fruh early matin manana mattina
evening abend abends soir tarde sera
late spat
high hoch haut alta alto eleve
low niedrig gering bas basse bajo basso
medium mittel moyen medio
critical kritisch critique critico
cash bar bargeld especes efectivo contanti
card karte kartenzahlung carte tarjeta carta
cheque check scheck assegno
transfer uberweisung virement transferencia bonifico
red rot rouge rojo rosso
green grun vert verde
blue blau bleu azul blu
black schwarz noir negro nero
white weiss blanc blanco bianco
new neu nouveau nuevo nuovo
north norden nord norte
south suden sud sur
east osten ost est este
west westen ouest oeste ovest
online onlineshop internet web
germany deutschland allemagne alemania germania deutsch german ger deu de
austria osterreich autriche aut at
switzerland schweiz suisse suiza svizzera sui che ch
france frankreich francia french fra fr
spain spanien espagne espana spagna spanish esp es
italy italien italie italia italian ita it
kenya kenia ken ke kenyan
usa america amerika etats-unis american us
japan japon giappone jpn jp japanese
china chine cina chn cn chinese
poland polen pologne polonia pol pl polish
netherlands niederlande holland pays-bas ned nld nl dutch
belgium belgien belgique belgica belgio bel be
portugal por prt pt portuguese
sweden schweden suede suecia svezia swe se swedish
norway norwegen norvege noruega norvegia nor no norwegian
denmark danemark dinamarca danimarca den dnk dk danish
finland finnland finlande finlandia fin fi finnish
ireland irland irlande irlanda irl ie irish
britain england uk gb gbr grossbritannien british
ethiopia athiopien ethiopie etiopia eth et
brazil brasilien bresil brasil brasile bra br brazilian
mexico mexiko mexique messico mex mx mexican
india indien inde ind in indian
canada kanada can ca canadian
australia australien australie aus au australian
turkey turkei turquie turquia turchia tur tr turkish
monday montag lundi lunes lunedi mon mo
tuesday dienstag mardi martes martedi tue
wednesday mittwoch mercredi miercoles mercoledi wed
thursday donnerstag jeudi jueves giovedi thu
friday freitag vendredi viernes venerdi fri
saturday samstag samedi sabado sabato sat
sunday sonntag dimanche domingo domenica sun
`;

interface State {
  readonly of: number;
  readonly isOpposite: boolean;
}

const states = new Map<string, State[]>();
[STATES, VALUES]
  .flatMap((lines) => lines.trim().split('\n'))
  .forEach((line, of) => {
    for (const [at, side] of line.split(' | ').entries()) {
      for (const word of side.split(' ').map(fold))
        states.set(word, [...(states.get(word) ?? []), { of, isOpposite: at === 1 }]);
    }
  });

/** The states that a word names, in any of its forms. */
export const statesOf = (word: string): readonly State[] => {
  const exact = states.get(word);
  return exact ?? formsOf(word).flatMap((form) => states.get(form) ?? []);
};

/** 1 where two words name one state, -1 where opposite ones, 0 where they have nothing to do with each other. */
export function statesBetween(a: string, b: string): -1 | 0 | 1 {
  const others = statesOf(b);
  if (others.length === 0) return 0;
  let found: -1 | 0 | 1 = 0;
  for (const one of statesOf(a)) {
    for (const other of others) {
      if (one.of !== other.of) continue;
      if (one.isOpposite === other.isOpposite) return 1;
      found = -1;
    }
  }
  return found;
}
