/** Converts a measure. mathjs knows the units; only its unit type is loaded, not its language. */

import { create, type FactoryFunctionMap, unitDependencies } from 'mathjs';
import type { Computation } from './activity.ts';
import { tidy } from './aggregate.ts';
import { quote } from './describe.ts';
import { badArguments, param } from './parameters.ts';

const mathjs = create({ unitDependencies: unitDependencies as FactoryFunctionMap }, {});

/** Words people write that mathjs spells otherwise. */
const SPELLINGS: Readonly<Record<string, string>> = {
  '°c': 'degC',
  c: 'degC',
  celsius: 'degC',
  '°f': 'degF',
  f: 'degF',
  fahrenheit: 'degF',
  kelvin: 'kelvin',
  kilometres: 'km',
  kilometers: 'km',
  kilometre: 'km',
  kilometer: 'km',
  metres: 'm',
  metre: 'm',
  centimetres: 'cm',
  centimeters: 'cm',
  kilograms: 'kg',
  kilogram: 'kg',
  kilos: 'kg',
  pounds: 'lbm',
  pound: 'lbm',
  lb: 'lbm',
  lbs: 'lbm',
  ounces: 'oz',
  litres: 'litre',
  liters: 'liter',
  mph: 'mile/hour',
  'km/h': 'km/hour',
  kmh: 'km/hour',
};

export const convertUnits: Computation = (params) => {
  const value = param.number(params, 'value');
  const from = unitParam(params, 'from');
  const to = unitParam(params, 'to');
  let result: number;
  try {
    result = mathjs.unit(value, from).toNumber(to);
  } catch {
    throw badArguments(`${quote(from)} cannot be converted to ${quote(to)}: they measure different things.`);
  }
  if (!Number.isFinite(result)) throw badArguments('The converted value is too large for a number.');
  return tidy(result);
};

function unitParam(params: Parameters<Computation>[0], name: string): string {
  const written = param.text(params, name, 60).trim();
  const known =
    SPELLINGS[Object.hasOwn(SPELLINGS, written.toLowerCase()) ? written.toLowerCase() : ''] ?? written;
  try {
    mathjs.unit(1, known);
  } catch {
    throw badArguments(
      `${quote(written)} (parameter "${name}") is not a unit that is known. Write it like km, mile, kg or degC.`,
    );
  }
  return known;
}
