/** What columns and files are called in five languages: a line for each thing. Knows no file. */

import { fold, formsOf } from './forms.ts';

/** Words of a line may stand for each other, in a goal and in a column's name. */
const NOUNS = `
amount total sum revenue sales turnover value betrag summe umsatz umsatze erlos wert montant somme chiffre vente ventes importe monto ingresos ventas importo ricavi vendite fatturato takings subtotal zwischensumme proceeds einnahmen erlose recettes incasso incassi total_amount money geld argent dinero soldi
price cost preis kosten einzelpreis stuckpreis prix cout precio coste prezzo costo money geld rent miete kaltmiete warmmiete loyer alquiler affitto fee gebuhr beitrag mitgliedsbeitrag cotisation cuota quota frais tarif tarifa tariffa charge
quantity qty units count pieces menge anzahl stuck stuckzahl quantite nombre cantidad quantita numero unidades unita unites
date day datum tag fecha dia data giorno jour timestamp zeitstempel dt
customer client buyer kunde kundin kunden cliente clienti comprador acheteur acquirente
product article item sku produkt artikel ware produit producto articulo prodotto articolo goods merchandise designation
order purchase bestellung auftrag commande pedido ordine ordini
invoice bill rechnung facture factura fattura
region area territory gebiet bereich zone regione province provinz bundesland
district neighbourhood neighborhood borough quarter stadtteil viertel bezirk stadtbezirk quartier barrio quartiere distrito distretto arrondissement
country land nation pays pais paese nationality nationalitat
city town stadt ort ville ciudad citta place location standort lieu lugar luogo wohnort
category type kind group kategorie art gruppe categorie categoria tipo sorte
name title bezeichnung nom nombre nome titel titre titulo titolo
status state stand zustand statut estado stato
department team division dept abteilung departement departamento reparto dipartimento
employee staff worker colleague mitarbeiter mitarbeiterin angestellte employe empleado impiegato dipendente
salary money geld wage pay gehalt lohn salaire salario sueldo stipendio earnings verdienst remuneration vergutung
stock inventory bestand lager lagerbestand stocks existencias giacenza
supplier vendor lieferant anbieter fournisseur proveedor fornitore
shop store branch filiale laden geschaft magasin tienda negozio boutique
email mail e-mail courriel correo
phone telephone telefon telefono handy mobile
address adresse direccion indirizzo anschrift
age alter edad eta
weight gewicht poids peso kg kilo kilos kilogram gramm
height size grosse taille altura altezza hohe hauteur
score grade mark points note punkte punktzahl notes nota puntos punteggio zensur
student pupil schuler schulerin student studierende eleve alumno alumna studente alunno etudiant
hours stunden heures horas ore std arbeitszeit time zeit temps tiempo tempo zeitaufwand
duration lasted lasting gedauert dauerte dauern time minutes minute min dauer zeit duree duracion tiempo durata tempo minuten minutos minuti runtime laufzeit fahrzeit fahrtdauer
length lange longueur longitud lunghezza
distance strecke entfernung distancia distanza mileage kilometer km kilometers kilometres trajet
speed pace geschwindigkeit vitesse velocidad velocita kmh mph
width breite largeur anchura larghezza
depth tiefe profondeur profundidad profondita
surface sqm space qm flache wohnflache superficie quadratmeter m2 sqft
visitor guest besucher gast visiteur visitante visitatore visits besuche
appointment visit visits besuche termin rendezvous cita appuntamento visite visita besuch
payment zahlung paiement pago pagamento bezahlung
delivery shipment lieferung versand livraison envio entrega consegna sendung
tax steuer taxe impuesto tassa
discount rabatt remise descuento sconto nachlass
profit margin gewinn marge benefice beneficio ganancia profitto margine
budget etat
comment note remark bemerkung kommentar notiz commentaire comentario commento anmerkung
description beschreibung descripcion descrizione desc
year jahr annee ano anno
month monat mois mes mese
id number nr nummer code identifier numero no ref reference referenz key
project projekt projet proyecto progetto
expense money geld ausgabe depense gasto spesa spese spending
income money geld einnahme einkommen revenu ingreso entrata reddito
debt schulden dette deuda debito
member mitglied membre adherent adherente miembro membro
book buch livre libro
author autor auteur autore schriftsteller
page seite pagina
temperature temp temperatur temperatura celsius grad
humidity feuchte feuchtigkeit luftfeuchtigkeit humidite humedad umidita
rain rainfall precipitation niederschlag regen pluie lluvia pioggia
ticket issue vorgang anfrage
bug defect fehler error bogue errore
payer debtor schuldner
person people personne persona personen persone personas
salesperson seller rep agent verkaufer verkauferin vertreter vendeur vendedor venditore venditrice
gender sex geschlecht sexe sexo sesso
course subject kurs fach cours curso corso schulfach matiere materia lesson unterricht
class klasse classe clase course kurs cours curso corso
rating stars satisfaction zufriedenheit satisfaccion soddisfazione bewertung sterne avis calificacion valutazione
company firm business firma unternehmen entreprise empresa azienda societe betrieb
contact ansprechpartner kontakt contacto contatto
flat apartment wohnung appartement appartamento departamento piso logement vivienda
house home haus maison casa immobilie property
room zimmer raum chambre piece salle habitacion stanza camera
floor etage stockwerk stock
landlord vermieter proprietaire casero
tenant mieter locataire inquilino
vehicle car auto fahrzeug wagen voiture coche vehicule veicolo macchina van truck lorry plate numberplate registration kennzeichen immatriculation matricula targa
driver fahrer fahrerin conducteur chauffeur conductor autista
trip ride journey fahrt reise voyage viaje viaggio tour
flight flug vol vuelo volo
train zug tren treno
consumption verbrauch consommation consumo
energy power strom electricity energie kwh energia
runner athlete laufer lauferin sportler coureur corredor corridore finishers
participant attendee teilnehmer teilnehmerin partecipante participante
player spieler spielerin joueur jugador giocatore
game spiel partie match juego gioco partita
club verein
team mannschaft equipe equipo squadra
patient paziente paciente
doctor physician arzt arztin medecin medico
nurse schwester pfleger pflegerin krankenschwester infirmier infirmiere enfermera infermiera
clinic hospital klinik krankenhaus hopital clinica ospedale
diagnosis diagnose diagnostic diagnostico diagnosi
ward station krankenstation
shift schicht turno dienst
bed bett lit cama letto
teacher lehrer lehrerin enseignant professeur profesor maestro insegnante
school schule ecole escuela scuola
recipe rezept recette receta ricetta
dish meal gericht plat plato piatto speise
ingredient zutat ingrediente
calories kcal kalorien calorias calorie
animal tiere animale
pet haustier
plant pflanze plante planta pianta
species spezies espece especie
song track lied chanson cancion canzone
title book film movie song album novel titel buch roman livre libro pelicula titulo titolo
artist kunstler artiste artista
film movie pelicula
genre gattung genere
warehouse depot entrepot almacen magazzino lagerort
threshold seuil schwelle schwellenwert umbral soglia mindestbestand limit
sale sales verkauf verkaufe vente ventes venta ventas vendita vendite
donation money geld spende don donacion donazione
donor giver spender spenderin donateur donante donatore
campaign kampagne aktion campagne campana campagna
event veranstaltung evenement evento
registration signup sign-up anmeldung inscription inscripcion iscrizione enrolment enrollment
receipt beleg kassenbon bon quittung recu recibo scontrino
vote stimme voto
click klick clic
download herunterladung
priority prioritat dringlichkeit priorite prioridad priorita urgency
severity schweregrad gravite gravedad gravita
assignee responsible assigned zugewiesen zugeteilt assigne asignado assegnato bearbeiter zustandige verantwortliche
owner besitzer eigentumer proprietario
manager boss leiter vorgesetzte gerente responsabile
device gerat appareil dispositivo apparecchio
sensor fuhler capteur sensore
measurement package parcel paket colis paquete pacco
account konto compte cuenta conto
contract vertrag contrat contrato contratto
building gebaude batiment immeuble edificio
water wasser eau agua acqua
street road strasse rue calle strada
bicycle bike fahrrad rad velo bicicleta bicicletta
loan ausleihe pret prestamo prestito
office buro bureau oficina ufficio
colour color farbe couleur colore
material werkstoff materiau materiale
brand marke marque marca
model modell modele modelo modello
language sprache langue idioma lingua
birthday birthdate born birth geburt geburtstag geburtsdatum naissance nacimiento nascita
deadline due frist fallig falligkeit echeance vencimiento scadenza
population inhabitants einwohner habitants habitantes abitanti
waiter server barista kellner kellnerin serveur camarero cameriere
cashier kassierer kassiererin
overtime uberstunden
absence absent fehltage fehlzeit absences ausencia assenza
tree baum arbre arbol albero
harvest yield ernte ertrag recolte cosecha raccolto
question frage pregunta domanda
answer response survey umfrage antwort reponse enquete respuesta encuesta risposta sondaggio
complaint beschwerde reklamation plainte queja reclamo
return ruckgabe retoure retour devolucion reso
subscription abo abonnement suscripcion abbonamento
minimum min mindest
booking bookings reservation reservations buchung buchungen reservierung reservierungen reserva reservas prenotazione prenotazioni
arrival arrivals arrivee ankunft anreise llegada entrada arrivo checkin
departure departures depart abreise abfahrt salida partenza checkout
deposit acompte anzahlung kaution caution arrhes fianza anticipo caparra
start begin began beginn anfang debut inicio comienzo inizio
end ende fin final fine
night nacht nuit noche notte nights
repair reparatur reparation reparacion riparazione
household haushalt menage hogar famiglia
volunteer helper ehrenamtliche freiwillige helfer benevole voluntario volontario
instructor trainer coach leiter leitung leads leitet leite moniteur entrenador istruttore
voice stimmlage voix voz voce
instrument instrumente strumento
machine maschine maquina macchina
tool werkzeug outil herramienta attrezzo
garden garten jardin giardino plot parzelle beet
field acker champ campo
crop feldfrucht kultur culture cultivo coltura
farm hof bauernhof ferme granja fattoria
milk milch lait leche latte
egg eier oeuf huevo uovo
food essen nourriture comida cibo
allergy allergie alergia
medicine medication medikament medicament medicamento farmaco
insurance versicherung assurance seguro assicurazione
subject betreff objet asunto oggetto
reason grund raison motivo causa
result ergebnis resultat resultado risultato
position platz rang rank place platzierung posicion posizione
gross brutto brut bruto lordo money geld
net netto neto money geld
channel kanal canal canaux canale canali
stage phase etappe etape etapa tappa
attendance visitors turnout zuschauer besucherzahl affluence asistencia presenze
`;

const lines = NOUNS.trim()
  .split('\n')
  .map((line) => line.split(' ').map(fold));
const things = new Map<string, Set<number>>();
/** By the very words of the lines: "Verkäufe" are no "Verkäufer". */
const exact = new Map<string, Set<number>>();
lines.forEach((line, thing) => {
  for (const word of line) {
    exact.set(word, (exact.get(word) ?? new Set()).add(thing));
    for (const form of formsOf(word)) {
      const known = things.get(form) ?? new Set();
      things.set(form, known.add(thing));
    }
  }
});

const NONE: ReadonlySet<number> = new Set();

/** The things that a word names; of a compound ("Bestelldatum") what its end names. */
export function thingsOf(word: string): ReadonlySet<number> {
  const named = exact.get(word);
  if (named !== undefined) return named;
  const forms = formsOf(word);
  const found = forms.flatMap((form) => [...(things.get(form) ?? NONE)]);
  if (found.length > 0) return new Set(found);
  for (const form of forms) {
    for (let at = 4; at <= form.length - 4; at++) {
      const end = form.slice(at);
      // No form of it: "tur" is not the end of "temperatur".
      const named = exact.get(end);
      if (named !== undefined) return named;
    }
  }
  return NONE;
}

/** Whether a word, in any of its forms, names a thing as a whole: "Lagerbestand", and not "Kundenbestand". */
export const isNoun = (word: string): boolean => formsOf(word).some((form) => things.has(form));

/** Every word for these things, folded. */
export const namesOf = (of: ReadonlySet<number>): readonly string[] =>
  [...of].flatMap((thing) => lines[thing] ?? []);
