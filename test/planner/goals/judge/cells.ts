/** Whether a delivered cell says what a truth's cell says, however it is written. It knows no tables. */

import type { Json } from '../../../../src/lib/json.ts';
import type { Cell } from '../truths.ts';

/** Half a cent: figures may come rounded to two places. A whole number has to be met. */
const near = (truth: number, given: number): boolean => {
  const off = Math.abs(truth - given);
  return off <= 1e-7 * Math.abs(truth) + (Number.isInteger(truth) ? 1e-6 : 0.0051);
};

/** The number that a text is, with a unit or without, with decimal point or comma: all readings there are. */
export function numbersAs(text: string): number[] {
  const bare = text
    .trim()
    .replace(/^[€$£]\s*|\s*(?:[€$£%]|EUR|USD|kg|ms|h|hours|days|Tage)$/giu, '')
    .replaceAll(/[\s\u00a0\u202f']/g, '')
    .replace('−', '-');
  const found: number[] = [];
  if (/^-?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?$/.test(bare)) found.push(Number(bare.replaceAll(',', '')));
  if (/^-?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?$/.test(bare))
    found.push(Number(bare.replaceAll('.', '').replace(',', '.')));
  if (/^-?\d+(\.\d+)?e[+-]?\d+$/i.test(bare)) found.push(Number(bare));
  return found;
}

const MONTHS = [
  ['january', 'januar', 'enero', 'janvier', 'gennaio'],
  ['february', 'februar', 'febrero', 'février', 'febbraio'],
  ['march', 'märz', 'marzo', 'mars', 'marzo'],
  ['april', 'april', 'abril', 'avril', 'aprile'],
  ['may', 'mai', 'mayo', 'mai', 'maggio'],
  ['june', 'juni', 'junio', 'juin', 'giugno'],
  ['july', 'juli', 'julio', 'juillet', 'luglio'],
  ['august', 'august', 'agosto', 'août', 'agosto'],
  ['september', 'september', 'septiembre', 'septembre', 'settembre'],
  ['october', 'oktober', 'octubre', 'octobre', 'ottobre'],
  ['november', 'november', 'noviembre', 'novembre', 'novembre'],
  ['december', 'dezember', 'diciembre', 'décembre', 'dicembre'],
] as const;

/** "2026-03", its first day, "March 2026", "03/2026"; without the year only where there is but one. */
function sameMonth(month: string, given: Json, oneYear: boolean): boolean {
  const [year = '', two = ''] = month.split('-');
  const text = String(given).trim().toLowerCase();
  if (new RegExp(`^${year}-${two}(-01)?(t00:00(:00)?(\\.000)?z?)?$`).test(text)) return true;
  const names = (MONTHS[Number(two) - 1] ?? []).flatMap((name) => [name, name.slice(0, 3), name.slice(0, 4)]);
  const rest = text.replace(year, '').replaceAll(/[\s./,'-]/g, '');
  if (!text.includes(year) && !oneYear) return false;
  return names.includes(rest) || rest === two || rest === String(Number(two));
}

/** "2026-Q1", "Q1 2026", its first day; without the year only where there is but one. */
function sameQuarter(quarter: string, given: Json, oneYear: boolean): boolean {
  const [year = '', name = ''] = quarter.split('-');
  const digit = Number(name.slice(1));
  const text = String(given).trim().toLowerCase();
  if (text.startsWith(`${year}-${String(digit * 3 - 2).padStart(2, '0')}-01`)) return true;
  if (!text.includes(year) && !oneYear) return false;
  const rest = text.replace(year, '').replaceAll(/[\s./,'-]/g, '');
  return rest === `q${digit}` || rest === String(digit) || rest === `t${digit}`;
}

/** 0.25, 25 or "25 %", to a tenth of a percent. */
function sameShare(share: number, given: Json): boolean {
  const text = String(given);
  return (typeof given === 'number' ? [given] : numbersAs(text)).some((value) =>
    text.includes('%')
      ? Math.abs(value - share * 100) <= 0.06
      : Math.abs(value - share) <= 0.0006 || Math.abs(value - share * 100) <= 0.06,
  );
}

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day in the ways that files write it. */
function sameDay(iso: string, given: string): boolean {
  const [year, month, day] = iso.split('-');
  return (
    given.startsWith(`${iso}T00:00`) ||
    [`${day}.${month}.${year}`, `${day}/${month}/${year}`, `${month}/${day}/${year}`].includes(given)
  );
}

/** @param oneYear whether all months of the truth are of one year, so that a name says enough */
export function sameCell(truth: Cell, given: Json | undefined, oneYear: boolean): boolean {
  if (given === undefined) return truth === null;
  if (truth === null) return given === null || String(given).trim() === '';
  if (given === null) return typeof truth === 'object' && 'any' in truth && truth.any.includes(null);
  if (typeof truth === 'object') {
    if ('any' in truth) return truth.any.some((one) => sameCell(one, given, oneYear));
    if ('month' in truth) return sameMonth(truth.month, given, oneYear);
    if ('quarter' in truth) return sameQuarter(truth.quarter, given, oneYear);
    return sameShare(truth.share, given);
  }
  if (typeof given === 'object') return false;
  if (typeof truth === 'number') {
    if (typeof given === 'number') return near(truth, given);
    return typeof given === 'string' && numbersAs(given).some((value) => near(truth, value));
  }
  if (typeof truth === 'boolean') return String(given).toLowerCase() === String(truth);
  const [wanted, got] = [truth.trim().toLowerCase(), String(given).trim().toLowerCase()];
  return wanted === got || (ISO_DAY.test(wanted) && sameDay(wanted, String(given).trim()));
}
