/**
 * Which paths the expressions of a plan name, by number: each text is asked about once, and most need no parse.
 * Knows no call.
 */

import { itemAt } from '../lib/columns.ts';
import { mayHoldHalf } from '../lib/half-character.ts';
import { type Expr, parseExpression, type Ref } from './expression.ts';
import { parseOutputPath } from './output-path.ts';
import { type PathTable, pathTable } from './path-table.ts';
import { refsOf } from './read-call.ts';
import { endsInName, isName } from './scan-reference.ts';

/** What there is about a text beside the paths it names, as bits. */
export const TRAITS = {
  /** It reads what no call writes. */
  input: 1,
  run: 2,
  secret: 4,
  /** It does not parse. */
  faulty: 8,
  /** It is text, and has what looks like a reference in it (L-2). */
  embedded: 16,
  /** It stands below the top of a parameter, or is no parameter of the tool: `_forEach`, `_scopes`. */
  elsewhere: 32,
  /** It is an output path of several targets. */
  severalTargets: 64,
  /** It is an expression, and not one reference that is the whole of a parameter. */
  composed: 128,
  /** One of its expressions has half a character in it, or a whole one that is written as two halves (L-8). */
  half: 256,
} as const;

export interface NamedPaths {
  /** By reference, left to right; -1 for one that no call can write. */
  readonly paths: readonly number[];
  readonly traits: number;
}

export interface TextPaths {
  readonly table: PathTable;
  /** The path of a text that is one reference `†kind.name` to what calls write; undefined for any other. The quick way for nearly all. */
  top(text: string): number | undefined;
  /** The paths an expression names; none of one that does not parse. */
  namedBy(text: string): NamedPaths;
  /** The targets of an output path, alternative after alternative; none of one that does not parse. */
  targetsOf(text: string): NamedPaths;
}

/** Kinds that calls write. `input`, `run` and `secret` have no writers. */
const isWritable = (kind: string) => kind !== 'input' && kind !== 'run' && kind !== 'secret';

/** L-33: written by a person only; a gate, not an edge. */
export const isApproval = (ref: Ref) => ref.kind === 'state' && ref.path[0] === 'approvals';
const APPROVALS = '†state.approvals';

const halfIn = (text: string): number => (mayHoldHalf(text) ? TRAITS.half : 0);
const faulty = (text: string): NamedPaths => ({ paths: [], traits: TRAITS.faulty | halfIn(text) });

/**
 * @param kinds those an expression of the plan may start with (L-5a)
 * @param expected about how many paths there will be
 */
export function textPaths(kinds: ReadonlySet<string>, expected: number): TextPaths {
  const table = pathTable(expected);
  /** By text, but for references of one segment, which the table itself finds. */
  const known = new Map<string, NamedPaths>();
  const tops = [...kinds]
    .filter((kind) => isName(kind) && isWritable(kind))
    .map((kind) => ({ kind, start: `†${kind}.` }));

  const numberOf = (ref: Ref): number =>
    isWritable(ref.kind) && !isApproval(ref) ? table.at(ref.kind, ref.path) : -1;

  /** The number of `†state.name`, put in; undefined where the text is anything else. */
  function putTop(text: string): number | undefined {
    if (text === APPROVALS) return undefined;
    for (let i = 0; i < tops.length; i++) {
      const { kind, start } = itemAt(tops, i);
      if (text.startsWith(start))
        return endsInName(text, start.length) ? table.putTop(kind, text) : undefined;
    }
    return undefined;
  }

  return {
    table,
    top: (text) => table.top(text) ?? putTop(text),
    namedBy(text) {
      let named = known.get(text);
      if (!named) {
        const parsed = parseExpression(text, kinds);
        named = parsed.ok ? namedIn(parsed.value, halfIn(text)) : faulty(text);
        known.set(text, named);
      }
      return named;
    },
    targetsOf(text) {
      const parsed = parseOutputPath(text, kinds);
      if (!parsed.ok) return faulty(text);
      const refs = parsed.value.alternatives.flat();
      const several = refs.length > 1 ? TRAITS.severalTargets : 0;
      return { paths: refs.map(numberOf), traits: several | halfIn(text) };
    },
  };

  function namedIn(expr: Expr, half: number): NamedPaths {
    let traits = half;
    const paths = refsOf(expr).map((ref) => {
      if (ref.kind === 'input') traits |= TRAITS.input;
      else if (ref.kind === 'run') traits |= TRAITS.run;
      else if (ref.kind === 'secret') traits |= TRAITS.secret;
      return numberOf(ref);
    });
    return { paths, traits };
  }
}
