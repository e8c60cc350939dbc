/** What columns and files are called in five languages: a line for each thing. Data only. */

/** Words of a line may stand for each other, in a goal and in a column's name. */
export const NOUNS = `
amount total sum revenue sales turnover value betrag summe umsatz umsatze erlos wert montant somme chiffre vente ventes importe monto ingresos ventas importo ricavi vendite fatturato total_amount
price cost preis kosten einzelpreis stuckpreis prix cout precio coste prezzo costo
quantity qty units count pieces menge anzahl stuck stuckzahl quantite nombre cantidad quantita numero
date day datum tag fecha dia data giorno jour
customer client buyer kunde kundin kunden cliente clienti comprador
product article item sku produkt artikel ware produit producto articulo prodotto articolo
order purchase bestellung auftrag commande pedido ordine ordini
invoice bill rechnung facture factura fattura
region area territory gebiet bereich zone regione
country land nation pays pais paese
city town stadt ort ville ciudad citta
category type kind group kategorie art gruppe categorie categoria tipo
name title bezeichnung nom nombre nome titel
status state stand zustand statut estado stato
department team division abteilung departement departamento reparto dipartimento
employee staff worker colleague person mitarbeiter mitarbeiterin angestellte employe empleado impiegato dipendente
salary wage pay gehalt lohn salaire salario sueldo stipendio
stock inventory bestand lager lagerbestand stocks existencias giacenza
supplier vendor lieferant anbieter fournisseur proveedor fornitore
shop store branch filiale laden geschaft magasin tienda negozio
email mail e-mail courriel correo
phone telephone telefon telefono
address adresse direccion indirizzo
age alter edad eta
weight gewicht poids peso
height size grosse taille altura altezza
score grade mark points note punkte punktzahl notes nota puntos punteggio
student pupil schuler student studierende eleve alumno studente
hours stunden heures horas ore
visitor guest besucher gast visiteur visitante visitatore visits besuche
payment zahlung paiement pago pagamento
delivery shipment lieferung versand livraison envio entrega consegna
tax steuer taxe impuesto tassa
discount rabatt remise descuento sconto
profit margin gewinn marge benefice beneficio ganancia profitto margine
budget etat
comment note remark bemerkung kommentar notiz commentaire comentario commento
year jahr annee ano anno
month monat mois mes mese
id number nr nummer code identifier numero
project projekt projet proyecto progetto
expense ausgabe depense gasto spesa
income einnahme einkommen revenu ingreso entrata reddito
member mitglied membre miembro membro
book buch livre libro
author autor auteur autore
temperature temp temperatur temperatura
ticket issue vorgang anfrage
payer debtor schuldner
salesperson seller rep agent verkaufer vertreter vendeur vendedor venditore
gender sex geschlecht sexe sexo sesso
course subject class kurs fach klasse cours curso corso
rating stars bewertung sterne avis calificacion valutazione
`;
