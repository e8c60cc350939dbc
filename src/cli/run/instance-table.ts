/** What came of a run over a list, as a table on the standard output (L-55), and its failures by call, for a person. */

import { itemAt } from '../../lib/columns.ts';
import { cut } from '../../lib/cut-text.ts';
import { visible } from '../../lib/visible-text.ts';
import { instanceCounts, instanceOutput, instanceViews } from '../../run/instance-view.ts';
import type { RunState } from '../../run/state.ts';
import { seenDetail } from '../../run/step-table.ts';
import type { Terminal } from '../command.ts';
import { titleAndId, titleIn } from './titles.ts';

/** Characters of a label and of an output; `--json` has both whole. */
const WIDEST = 32;
const OUTPUT = 120;

/** A line for each: label, status, and what it returned or why it did not. */
export function sayInstances(terminal: Terminal, state: RunState): void {
  const views = instanceViews(state);
  const rows = views.map(({ label, status, failed }) => {
    const output = instanceOutput(state, label);
    const told = failed
      ? `${titleIn(state, failed.call)}: ${failed.message}`
      : output === null
        ? ''
        : JSON.stringify(output);
    return [cut(visible(label), WIDEST), status.replaceAll('_', ' '), cut(visible(told), OUTPUT)] as const;
  });
  const width = (at: 0 | 1): number => rows.reduce((most, row) => Math.max(most, row[at].length), 0);
  const [label, status] = [width(0), width(1)];
  for (const row of rows)
    terminal.out(`${row[0].padEnd(label)}  ${row[1].padEnd(status)}  ${row[2]}`.trimEnd().concat('\n'));
  const { through, failed } = instanceCounts(views);
  terminal.err(`${through} of ${views.length} through${failed > 0 ? `, ${failed} failed` : ''}.`);
}

/** So many instances are named of those in which a call failed alike. */
const NAMED = 8;

/** A line for each call that failed, and for each way in which it did: of ten thousand instances nobody reads as many. */
export function failedLines(state: RunState): string[] {
  const { program, steps } = state;
  const alike = new Map<string, { readonly first: string; readonly labels: string[] }>();
  for (const { id, index, call, instance } of program.steps) {
    if (itemAt(steps.status, index) !== 'failed') continue;
    const { failure } = seenDetail(steps, index);
    const why = `failed (${failure?.code}): ${failure?.message}`;
    const key = instance === null ? id : `${call._id} ${why}`;
    const known = alike.get(key);
    if (known) known.labels.push(instance ?? '');
    else
      alike.set(key, {
        first: `${titleAndId(state, instance === null ? id : call._id)} ${why}`,
        labels: instance === null ? [] : [instance],
      });
  }
  return [...alike.values()].map(({ first, labels }) => {
    if (labels.length === 0) return first;
    const more = labels.length - NAMED;
    return `${first} In ${labels.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
  });
}
