/** Numbers as people write them: with decimal commas, grouped thousands and a unit. Knows no file and no tool. */

import type { NumberWriting } from './file-profile.ts';

/** A cell that may be a number: what stands around its digits, and the digits as they are written. */
interface NumberCell {
  readonly negative: boolean;
  /** Digits with what parts them; spaces of any width are plain ones. */
  readonly digits: string;
  readonly unit: string;
}

const SIGN = '[-+\\u2212]?';
/** A currency's sign or code may come before; "A12" is a name. */
const BEFORE = '(?:\\p{Sc}|[A-Z]{1,2}\\p{Sc}|[A-Z]{3}\\s|kr\\s|Fr\\.\\s?)';
const AFTER = '(?:[%‰°\\p{Sc}]|°?\\p{L}{1,6}\\.?(?:/\\p{L}{1,5})?[²³]?)';
const DIGITS = "(?:\\d(?:[\\d.,' \\u2019]*\\d)?|[.,]\\d+)(?:[eE][+-]?\\d{1,2})?";
const CELL = new RegExp(
  `^(${SIGN})\\s?(${BEFORE})?\\s?(${SIGN})\\s?(${DIGITS})\\s?(${AFTER})?$|^\\((${BEFORE})?\\s?(${DIGITS})\\s?(${AFTER})?\\)$`,
  'u',
);
/** A longer one is no number that anybody reckons with. */
const LONGEST = 40;

function numberCell(cell: string): NumberCell | null {
  if (cell.length > LONGEST) return null;
  const text = cell.replace(/[\u00a0\u2007\u2009\u202f]/g, ' ').trim();
  const found = CELL.exec(text);
  if (found === null) return null;
  const [, sign = '', before = '', inner = '', digits, after = '', accBefore = '', accDigits, accAfter = ''] =
    found;
  const written = digits ?? accDigits;
  if (written === undefined || (sign !== '' && inner !== '')) return null;
  const unit = (before || after || accBefore || accAfter).trim();
  // Two units are a sentence: "€ 5 kg".
  if ((before !== '' && after !== '') || (accBefore !== '' && accAfter !== '')) return null;
  return {
    negative: /[-\u2212]/.test(sign + inner) || digits === undefined,
    digits: written.replaceAll('\u2019', "'"),
    unit,
  };
}

const groups = (thousands: string): string => `[1-9]\\d{0,2}(?:${thousands}\\d{3})+`;
/** No leading zeros and no more digits than a number keeps: 007 and a card's number are codes. */
const WHOLE = '(?:0|[1-9]\\d{0,14})';
const POWER = '(?:[eE][+-]?\\d{1,2})?';
const patternOf = (decimal: string, thousands: readonly string[]): RegExp =>
  new RegExp(`^(?:${[WHOLE, ...thousands.map(groups)].join('|')})?(?:${decimal}\\d{1,15})?${POWER}$`);
const POINT = patternOf('\\.', [',', ' ', "'"]);
const COMMA = patternOf(',', ['\\.', ' ', "'"]);

/**
 * Gathers how the numbers of a column are written, cell by cell. It stands for all cells that were added: the first that
 * is no number, or is written otherwise than those before it, says so by `add`.
 */
export class WrittenNumbers {
  private point = true;
  private comma = true;
  /** Told apart by no cell so far: "1,234" is either. */
  private decided = false;
  private thousands: NumberWriting['thousands'] = '';
  private unit: string | undefined;
  private parted: '' | '.' | ',' = '';

  /** Whether the cell is a number written as all before it; what does not fit is left out of what is gathered. */
  add(cell: string): boolean {
    const read = numberCell(cell);
    if (read === null || (this.unit !== undefined && this.unit !== read.unit)) return false;
    const { digits } = read;
    const point = this.point && POINT.test(digits);
    const comma = this.comma && COMMA.test(digits);
    if (!point && !comma) return false;
    this.point = point;
    this.comma = comma;
    this.decided ||= point !== comma;
    this.unit = read.unit;
    const group = /[ ']/.exec(digits)?.[0] as ' ' | "'" | undefined;
    if (group !== undefined) this.thousands = group;
    const part = /[.,](?=\d{3}(?:$|[.,]))/.exec(digits)?.[0] as '.' | ',' | undefined;
    if (part !== undefined) this.parted = this.parted === '' || part === this.parted ? part : this.parted;
    return true;
  }

  /** The decimal sign that these cells prove; null where they prove none. */
  get proven(): '.' | ',' | null {
    if (!this.decided) return null;
    return this.point ? '.' : ',';
  }

  /**
   * @param elsewhere what other columns of the same file prove: it decides where these cells don't. Where nothing does,
   * "1,234" is a thousand and "1.234" a little more than one.
   */
  writing(elsewhere: '.' | ',' | null): NumberWriting {
    const decimal = this.proven ?? elsewhere ?? '.';
    const other = decimal === '.' ? ',' : '.';
    const thousands = this.parted === other ? other : this.thousands;
    return { decimal, thousands, ...(this.unit ? { unit: this.unit } : {}) };
  }
}

/** Money, parts and plain numbers may stand in one column; "12 Elm" and "3 eggs" are no numbers of one. */
const PLAIN_UNIT = /^(?:[\p{Sc}%]|[A-Z]{3})?$/u;

/** Whether a cell is a number by itself, however those beside it are written. */
export function isNumberAlone(cell: string): boolean {
  const read = numberCell(cell);
  return read !== null && PLAIN_UNIT.test(read.unit) && (POINT.test(read.digits) || COMMA.test(read.digits));
}

/** 12a and A7 are codes: among them numbers are no numbers either. */
export const isCode = (cell: string): boolean => /\d\p{L}|\p{L}\d|^0\d/u.test(cell.trim());

/** The number of a cell that is written so; null where it is none. */
export function numberIn(cell: string, { decimal, unit = '' }: NumberWriting): number | null {
  const read = numberCell(cell);
  if (read === null || (read.unit !== '' && read.unit !== unit)) return null;
  if (!(decimal === '.' ? POINT : COMMA).test(read.digits)) return null;
  const grouped = decimal === '.' ? /[, ']/g : /[. ']/g;
  const value = Number(read.digits.replace(grouped, '').replace(',', '.'));
  return Number.isFinite(value) ? (read.negative ? -value : value) : null;
}
