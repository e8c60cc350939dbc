/** Measures to convert: "10 miles to km", "how many kilometres are 26.2 miles". Knows no tool. */

/** Units people name in a goal, in groups that measure the same; any number of spellings of each. */
const UNITS = [
  'mm millimetres? millimeters? cm centimetres? centimeters? m metres? meters? km kilometres? kilometers? inch(?:es)? feet foot ft yards? yd miles? mi',
  'mg milligrams? g grams? kg kilos? kilograms? tons? tonnes? oz ounces? lbs? pounds? stone',
  '°?c celsius °?f fahrenheit kelvin',
  'ml millilitres? milliliters? l litres? liters? gallons? pints? quarts? cups?',
  'seconds? minutes? hours? days? weeks?',
  'km/h kmh mph knots?',
  'joules? kj kilojoules? kcal calories? kwh',
  'acres? hectares?',
].map((group) => group.split(' ').join('|'));

const NUMBER = /(?<![\d.,])-?\d[\d,]*(?:\.\d+)?/u.source;

/** A unit with its place in the goal; the first is what the number is in, the second what is wanted. */
interface UnitPair {
  readonly from: { readonly value: string; readonly start: number; readonly end: number };
  readonly to: { readonly value: string; readonly start: number; readonly end: number };
}

const FORMS: readonly RegExp[] = UNITS.flatMap((units) => {
  const named = (name: string) => `(?<${name}>${units})(?![\\p{L}/])`;
  const degrees = '(?:degrees?\\s+)?';
  return [
    new RegExp(
      `${NUMBER}\\s*${degrees}${named('from')}[\\s,]+(?:to|in|into|as)\\s+${degrees}${named('to')}`,
      'diu',
    ),
    new RegExp(
      `\\b(?:how\\s+many|what\\s+in)\\s+${degrees}${named('to')}\\s+(?:\\p{L}+\\s+){0,3}${NUMBER}\\s*${degrees}${named('from')}`,
      'diu',
    ),
  ];
});

/** The first measure in the text that is to be told in another unit of the same kind. */
export function unitPair(text: string): UnitPair | undefined {
  for (const form of FORMS) {
    const found = form.exec(text);
    const [from, to] = [found?.indices?.groups?.from, found?.indices?.groups?.to];
    if (from === undefined || to === undefined) continue;
    const at = ([start, end]: [number, number]) => ({ value: text.slice(start, end), start, end });
    return { from: at(from), to: at(to) };
  }
  return undefined;
}
