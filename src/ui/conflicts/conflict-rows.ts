/** What is in conflict between two tabs, as a person reads it: a row a choice, each side in lines. Words only. */

import { isObject, type Json } from '../../lib/json.ts';
import { type Conflict, callsAt, openConflicts, type Version, valueAt } from '../../plan/conflict.ts';
import { counted } from '../words.ts';

export interface Line {
  /** The parameter or property; empty for a value that has no parts. */
  readonly name: string;
  readonly text: string;
}

export interface ConflictRow {
  readonly key: string;
  readonly title: string;
  /** Decided together: where cards stand is one choice. */
  readonly conflicts: readonly Conflict[];
  /** null where that side has removed it. */
  readonly standing: readonly Line[] | null;
  readonly other: readonly Line[] | null;
  /** What else both say, and say alike. */
  readonly alike: number;
  /** Both versions are calls, so that one plan can have both. */
  readonly canKeepBoth: boolean;
}

const FIELDS: Readonly<Record<string, string>> = {
  title: 'Title',
  goal: 'Goal',
  mode: 'Mode',
  strategy: 'Strategy',
  input: 'What its input may be',
  state: 'State',
  data: 'Data kinds',
  tools: 'Tools of its own',
  output: 'Output',
  policy: 'Limits',
  notes: 'Notes',
};

/** A row for each choice that is open, those about calls first. */
export function conflictRows(version: Version): readonly ConflictRow[] {
  const open = openConflicts(version);
  const positions = open.filter(({ place }) => place.kind === 'position');
  const single = open.filter(({ place }) => place.kind !== 'position').map((one) => rowOf(version, one));
  const isCall = ({ conflicts: [one] }: ConflictRow) => one?.place.kind === 'call';
  const calls = single.filter(isCall);
  const rest = single.filter((row) => !isCall(row));
  return [...calls, ...rest, ...(positions.length > 0 ? [placesRow(version, positions)] : [])];
}

function rowOf(version: Version, conflict: Conflict): ConflictRow {
  const { place, other } = conflict;
  const standing = valueAt(version, place);
  const [lines, otherLines] = [linesOf(standing), linesOf(other)];
  const isAlike = ({ name, text }: Line, side: readonly Line[] | null): boolean =>
    name !== '' && (side?.some((line) => line.name === name && line.text === text) ?? false);
  const alike = lines?.filter((line) => isAlike(line, otherLines)).length ?? 0;
  return {
    key: JSON.stringify([place, other]),
    title: titleOf(conflict, standing),
    conflicts: [conflict],
    standing: lines?.filter((line) => !isAlike(line, otherLines)) ?? null,
    other: otherLines?.filter((line) => !isAlike(line, lines)) ?? null,
    alike,
    canKeepBoth: place.kind === 'call' && callsAt(standing).length === 1 && callsAt(other).length === 1,
  };
}

function titleOf({ place, other }: Conflict, standing: Json | undefined): string {
  switch (place.kind) {
    case 'call': {
      const tool = (callsAt(standing)[0] ?? callsAt(other)[0])?._tool ?? place.id;
      return tool === place.id ? tool : `${tool} (${place.id})`;
    }
    case 'field':
      return FIELDS[place.field] ?? place.field;
    case 'input':
      return `Input: ${place.name}`;
    case 'order':
      return 'Order of the calls';
    case 'plan':
      return 'The other version can’t be read as a plan';
    case 'position':
      return 'Where a card stands';
  }
}

/** Parts of an object by name; anything else as one text. */
function linesOf(value: Json | undefined): readonly Line[] | null {
  if (value === undefined) return null;
  if (!isObject(value)) return [{ name: '', text: textOf(value) }];
  return Object.entries(value).map(([name, part]) => ({ name, text: textOf(part as Json) }));
}

const textOf = (value: Json): string => {
  if (typeof value === 'string') return value === '' ? '""' : value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ');
  return JSON.stringify(value);
};

function placesRow(version: Version, conflicts: readonly Conflict[]): ConflictRow {
  const where = (value: Json | undefined): string => {
    const position = value as { x: number; y: number } | undefined;
    return position ? `${Math.round(position.x)}, ${Math.round(position.y)}` : 'placed by the layout';
  };
  const lines = (side: (conflict: Conflict) => Json | undefined): Line[] =>
    conflicts.map((conflict) => ({
      name: conflict.place.kind === 'position' ? conflict.place.id : '',
      text: where(side(conflict)),
    }));
  return {
    key: 'positions',
    title: `Where ${counted(conflicts.length, 'card')} ${conflicts.length === 1 ? 'stands' : 'stand'}`,
    conflicts,
    standing: lines(({ place }) => valueAt(version, place)),
    other: lines(({ other }) => other),
    alike: 0,
    canKeepBoth: false,
  };
}

/** Whose version it is that does not stand, for whoever looks from `tab`. */
export const otherFrom = (conflict: Conflict, tab: string): string =>
  conflict.tab === tab ? 'From this tab' : 'From another tab';
