/** A plan as a Mermaid flowchart. Every text in it is a stranger's. */

import type { Plan } from './document.ts';
import { isOff } from './open-step.ts';

/** An edge of the graph, by call id. */
interface MermaidEdge {
  readonly from: string;
  readonly to: string;
  readonly label?: string;
}

/** The flowchart's source. Edges from or to a call the plan does not have are left out. */
export function toMermaid(plan: Plan, edges: readonly MermaidEdge[]): string {
  const nodes = new Map<string, string>();
  const lines = ['flowchart TD'];
  if (plan.title !== undefined) lines.unshift('---', `title: ${JSON.stringify(oneLine(plan.title))}`, '---');
  for (const call of plan.calls) {
    // Ids such as `end` are words of Mermaid's own: calls are numbered, their ids are only shown.
    const node = `call${nodes.size + 1}`;
    if (nodes.has(call._id)) continue;
    nodes.set(call._id, node);
    const words = call._description === undefined ? '' : `<br/>${escapeText(call._description)}`;
    const off = isOff(call);
    lines.push(
      `  ${node}["${escapeText(call._id)}: ${escapeText(call._tool)}${off ? ' (switched off)' : ''}${words}"]`,
    );
    if (off) lines.push(`  style ${node} stroke-dasharray: 4 4, opacity: 0.55`);
  }
  for (const edge of edges) {
    const from = nodes.get(edge.from);
    const to = nodes.get(edge.to);
    if (from === undefined || to === undefined) continue;
    lines.push(
      edge.label === undefined ? `  ${from} --> ${to}` : `  ${from} -->|"${escapeText(edge.label)}"| ${to}`,
    );
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
