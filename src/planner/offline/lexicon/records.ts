/** What rows are called, whatever their file is: words of a line may stand for each other where no column and no cell is called so. Data only. */

import { fold, formsOf } from './forms.ts';

const RECORDS = `
bill paid spent billed invoiced bezahlt gezahlt ausgegeben paye depense pagado gastado pagato speso invoice expense payment purchase receipt transaction posting spending outgoing rechnung ausgabe zahlung beleg buchungssatz facture depense paiement achat factura gasto pago compra fattura spesa pagamento acquisto
booking booked reserved stayed visited gebucht reserviert besucht reserve sejourne reservado visitado prenotato visitato reservation stay visit appointment buchung reservierung aufenthalt besuch termin sejour visite rendezvous reserva estancia visita cita prenotazione soggiorno
loan borrowed lent loaned ausgeliehen geliehen verliehen emprunte prete prestado prestato checkout borrowing lending ausleihe verleih pret emprunt prestamo prestito
order ordered bought purchased sold bestellt gekauft verkauft commande achete vendu pedido comprado vendido ordinato comprato venduto purchase sale deal bestellung verkauf auftrag einkauf commande vente achat pedido venta ordine vendita
member person people volunteer runner participant attendee guest client customer patient student pupil employee staff tenant singer player subscriber friend contact colleague resident donor helper mitglied teilnehmer gast kunde patient schuler mitarbeiter mieter helfer spender ehrenamtliche membre participant client eleve employe locataire miembro socio participante cliente alumno empleado membro partecipante cliente studente dipendente
incident happened occurred reported passiert gemeldet vorgefallen signale notificado segnalato accident case report ticket issue complaint claim fault defect vorfall unfall fall meldung schaden beschwerde storung accident incident plainte panne incidente accidente queja caso guasto reclamo
parcel shipped posted mailed delivered versendet verschickt geliefert expedie livre enviado entregado spedito consegnato shipment delivery package consignment paket sendung lieferung colis envoi livraison paquete envio entrega pacco spedizione consegna
trip ride journey tour drive outing fahrt reise ausflug tour trajet voyage excursion viaje salida viaggio gita
item article product piece part good artikel produkt ware teil article produit piece articulo producto pieza articolo prodotto pezzo
job task repair assignment chore arbeit aufgabe reparatur tache travail reparation tarea trabajo reparacion lavoro compito riparazione
house flat property apartment building home haus wohnung gebaude objekt maison appartement logement casa piso vivienda appartamento
book title volume buch titel band livre titre libro titulo titolo
course class lesson workshop session kurs unterricht stunde cours atelier curso clase corso lezione
event attended performed besucht aufgetreten assiste asistido partecipato concert show performance gig veranstaltung konzert auftritt evenement spectacle concierto evento concerto spettacolo
animal pet dog cat tier haustier animal mascota animale
plant tree shrub pflanze baum plante arbre planta arbol pianta albero
car vehicle van truck fahrzeug auto wagen voiture vehicule coche vehiculo veicolo
measurement reading value messung messwert ablesung mesure releve medicion lectura misura lettura
`;

const families = new Map<string, Set<number>>();
RECORDS.trim()
  .split('\n')
  .forEach((line, of) => {
    for (const word of line.split(' ').map(fold))
      for (const form of formsOf(word)) families.set(form, (families.get(form) ?? new Set()).add(of));
  });

const familiesOf = (word: string): number[] =>
  formsOf(word).flatMap((form) => [...(families.get(form) ?? [])]);

/** Whether rows of a file that is called by the one may be called by the other. */
export const areRecords = (word: string, file: readonly string[]): boolean => {
  const own = new Set(familiesOf(word));
  return own.size > 0 && file.some((one) => familiesOf(one).some((of) => own.has(of)));
};
