/** A plan as a Mermaid flowchart. Every text in it is a stranger's. */

import { itemAt } from '../lib/columns.ts';
import type { Plan } from '../plan/document.ts';
import { buildGraph } from '../plan/graph.ts';
import { isOff } from '../plan/open-step.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import { cardPlans } from './card-plan.ts';
import { pillOf } from './card-value.ts';
import { sceneOf } from './scene.ts';

/**
 * The flowchart's source: a box a call, by its tool's title and what it is for, and one arrow from a call to another
 * with the names of all the data that goes there.
 */
export function mermaidOf(plan: Plan, catalogue: Catalogue): string {
  const scene = sceneOf(buildGraph(plan), catalogue, undefined, false, cardPlans(plan.plans));
  const lines = ['flowchart TD'];
  if (plan.title !== undefined) lines.unshift('---', `title: ${JSON.stringify(oneLine(plan.title))}`, '---');
  // Ids such as `end` are words of Mermaid's own: calls are numbered.
  const node = (call: number): string => `call${call + 1}`;
  for (const [i, id] of scene.ids.entries()) {
    const { call } = itemAt(scene.graph.calls, i);
    const off = isOff(call);
    const words = call._description ?? id;
    const box = `${escapeText(scene.titleOf(i))}${off ? ' #40;switched off#41;' : ''}<br/>${escapeText(words)}`;
    lines.push(`  ${node(i)}["${box}"]`);
    if (off) lines.push(`  style ${node(i)} stroke-dasharray: 4 4, opacity: 0.55`);
  }
  const arrows = new Map<string, { from: number; to: number; waits: boolean; names: Set<string> }>();
  for (const { from, to, ref, role } of scene.edges) {
    const key = `${from}>${to}`;
    const arrow = arrows.get(key) ?? { from, to, waits: true, names: new Set() };
    arrows.set(key, arrow);
    if (role === 'after') continue;
    arrow.waits = false;
    arrow.names.add(pillOf(ref).text);
  }
  for (const { from, to, waits, names } of arrows.values()) {
    const label = waits ? '' : `|"${escapeText([...names].join(', '))}"|`;
    lines.push(`  ${node(from)} ${waits ? '-.->' : '-->'}${label} ${node(to)}`);
  }
  return `${lines.join('\n')}\n`;
}

const MAX_TEXT = 200;

/** Whatever could end a label, begin a tag, an entity, a directive or Markdown becomes a numbered entity. */
function escapeText(text: string): string {
  return oneLine(text).replace(/[^\p{L}\p{N}\p{M} .,_†-]/gu, (character) => `#${character.codePointAt(0)};`);
}

function oneLine(text: string): string {
  const line = text.replace(/\p{Cs}/gu, '\uFFFD').replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ');
  const characters = [...line.slice(0, 2 * (MAX_TEXT + 1))];
  return characters.length > MAX_TEXT ? `${characters.slice(0, MAX_TEXT - 1).join('')}…` : line;
}
