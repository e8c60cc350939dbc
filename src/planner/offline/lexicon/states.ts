/** Participles and adjectives of state in five languages: a line for each, and behind a bar what says the opposite. Data only. */

import { fold, formsOf } from './forms.ts';

/** Words of one side may stand for each other, in a goal and in cells; yes in a column called so is the first side. */
const STATES = `
paid pay payed settled cleared bezahlt gezahlt beglichen bezahlen zahlt paye payee regle reglee pagado pagada pagato pagata saldato | unpaid outstanding owed owing owe owes open overdue unbezahlt ausstehend offen schulden schuldet schuldig impaye impayee doivent doit pendiente pendientes deben debe devono dovuto insoluto
closed resolved solved done fixed geschlossen erledigt behoben gelost ferme fermee resolu resolue cerrado cerrada resuelto chiuso chiusa risolto | open opened pending unresolved unsolved unfixed offen ungelost ouvert ouverte abierto abierta aperto aperta
finished completed complete beendet abgeschlossen fertig termine terminee terminado terminada finito finita completato | unfinished incomplete unvollstandig unfertig
active aktiv actif active activo activa attivo attiva enabled | inactive inaktiv inactif inactivo inattivo disabled
delivered geliefert ausgeliefert zugestellt livre livree entregado entregada consegnato consegnata | undelivered
shipped dispatched sent versendet verschickt versandt expedie expediee enviado enviada spedito spedita | unshipped unsent
cancelled canceled storniert abgesagt annulliert annule annulee cancelado cancelada annullato annullata
returned zuruckgegeben retourniert retourne retournee devuelto devuelta restituito restituita reso
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

interface State {
  readonly of: number;
  readonly isOpposite: boolean;
}

const states = new Map<string, State[]>();
STATES.trim()
  .split('\n')
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
