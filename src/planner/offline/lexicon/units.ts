/** Units as people and columns name them in five languages, each with its size beside the others of its kind. Knows no file. */

import { fold } from './forms.ts';

const UNITS = `
time 1 s sec secs second seconds sekunde sekunden seconde secondes segundo segundos secondo secondi
time 60 min mins minute minutes minuten minuto minutos minuti
time 3600 h hr hrs hour hours std stunde stunden heure heures hora horas ora ore
time 86400 day days tag tage tagen jour jours dia dias giorno giorni
time 604800 week weeks woche wochen semaine semaines semana semanas settimana settimane
age 1 year years jahr jahre jahren an ans annee annees ano anos anno anni
weight 1 g gram grams gramm gramme grammes gramo gramos grammo grammi
weight 1000 kg kilo kilos kilogram kilograms kilogramm kilogramme
weight 1000000 t ton tons tonne tonnes tonnen tonelada toneladas tonnellata tonnellate
weight 453.59237 lb lbs pound pounds
length 1 mm millimetre millimeter millimetres millimeters
length 10 cm centimetre centimeter centimetres centimeters zentimeter
length 1000 m metre meter metres meters metro metros metri
length 1000000 km kilometre kilometer kilometres kilometers kilometro kilometros chilometri
length 1609344 mi mile miles meile meilen
volume 1 ml millilitre milliliter
volume 1000 l litre liter litres liters litro litros litri
heat 1 c celsius degree degrees grad degre degres grado grados gradi
heat 0.5555555555555556@32 f fahrenheit
heat 1@273.15 k kelvin
energy 1 kwh
surface 1 sqm qm m2 quadratmeter
`;

export interface Unit {
  /** What is measured in it: units of one kind turn into each other. */
  readonly of: string;
  readonly size: number;
  /** What nought of the kind is in it: 32 of Fahrenheit. */
  readonly nought: number;
}

const units = new Map<string, Unit>();
for (const line of UNITS.trim().split('\n')) {
  const [of = '', size = '1', ...names] = line.split(' ');
  const [each = '1', nought = '0'] = size.split('@');
  for (const name of names) units.set(name, { of, size: Number(each), nought: Number(nought) });
}

/** The unit that a word names. */
export const unitNamed = (word: string): Unit | undefined => units.get(fold(word));
