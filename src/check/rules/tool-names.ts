/** Names of tools that mean something else than they seem to: unseen characters, lookalikes, built-in names (L-75). */

import { itemAt } from '../../lib/columns.ts';
import { holdsUnseen, visible } from '../../lib/visible-text.ts';
import type { ToolContract } from '../../plan/contract-shape.ts';
import type { Plan } from '../../plan/document.ts';
import type { Edit } from '../../plan/edit.ts';
import { type Catalogue, unlisted } from '../../tools/catalogue.ts';
import { passesFor, skeletonOf } from '../../tools/lookalikes.ts';
import { saysTheSame } from '../../tools/shadowing.ts';
import type { ContractView } from '../contract-view.ts';
import { error, fix, type PlanFacts, type PlanRule } from '../rule.ts';

export const toolNames: PlanRule = (facts, problems) => {
  const { plan, builtIns } = facts;
  const callers = callersIn(facts);
  const ours = skeletonsOf(builtIns);
  for (const [name, calls] of callers) {
    const unseen = holdsUnseen(name);
    const like = builtIns.get(name) ? undefined : likeIn(ours, skeletonOf(stripped(name)));
    if (!unseen && like === undefined) continue;
    const what = unseen
      ? `holds characters that are not seen: ${visible(name)}`
      : `looks like the built-in "${like}", and is another`;
    problems.push(
      error('bad-name', `The name of the tool "${visible(name)}" ${what}. Give it another name.`, {
        calls,
        path: calls.length > 0 ? ['_tool'] : ['tools'],
        fixes: like === undefined ? [] : [fix(`Use the built-in "${like}"`, ...toBuiltIn(plan, name, like))],
      }),
    );
  }
  for (const tool of plan.tools ?? []) {
    const built = builtIns.get(tool.name);
    if (!built || saysTheSame(tool, built)) continue;
    const calls = callers.get(tool.name) ?? [];
    const free = freeName(tool.name, callers, builtIns);
    problems.push(
      error(
        'shadowed-tool',
        `The plan has a contract of its own for "${tool.name}", which is a built-in tool and says something else. Rename the plan’s.`,
        {
          calls,
          path: calls.length > 0 ? ['_tool'] : ['tools'],
          fixes: [fix(`Rename it "${free}"`, ...renamed(plan, tool, free))],
        },
      ),
    );
  }
};

/** By the name of a tool, activities among them: the first call that names it, where one does. */
function callersIn({ graph, findings, notable, plan: { tools = [] } }: PlanFacts): Map<string, string[]> {
  const callers = new Map<string, string[]>();
  const add = (name: string | undefined, call?: string) => {
    if (name === undefined || (callers.get(name) ?? []).length > 0) return;
    callers.set(name, call === undefined ? [] : [call]);
  };
  const known = new Set<ContractView>();
  let last: ContractView | undefined;
  for (let i = 0; i < findings.length; i++) {
    const { contract } = itemAt(findings, i);
    // By the contract, which thousands of calls share: to read each of those is what would take long.
    if (contract !== undefined && (contract === last || known.has(contract))) continue;
    const { _id, _tool } = itemAt(graph.calls, i).call;
    add(_tool, _id);
    if (contract === undefined) continue;
    last = contract;
    known.add(contract);
  }
  for (const i of notable) {
    const { _id, _activity } = itemAt(graph.calls, i).call;
    add(_activity, _id);
  }
  for (const { name, activity } of tools) {
    add(name);
    add(activity);
  }
  return callers;
}

const skeletons = new WeakMap<Catalogue, ReadonlyMap<string, string>>();

function skeletonsOf(builtIns: Catalogue): ReadonlyMap<string, string> {
  const known = skeletons.get(builtIns);
  if (known) return known;
  const made = new Map(
    [...unlisted(), ...builtIns.list()].map(({ name }) => [skeletonOf(name), name] as const),
  );
  skeletons.set(builtIns, made);
  return made;
}

/** The built-in name that one with this skeleton passes for. */
function likeIn(ours: ReadonlyMap<string, string>, skeleton: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them
  if (ours.has(skeleton) || /^[\u0000-\u007f]*$/.test(skeleton)) return ours.get(skeleton);
  return [...ours].find(([own]) => passesFor(skeleton, own))?.[1];
}

/** What is left to be seen. */
const stripped = (name: string): string => [...name].filter((character) => !holdsUnseen(character)).join('');

function freeName(name: string, callers: ReadonlyMap<string, unknown>, builtIns: Catalogue): string {
  for (let n = 1; ; n++) {
    const free = n === 1 ? `${name} of the plan` : `${name} of the plan ${n}`;
    if (!callers.has(free) && !builtIns.get(free)) return free;
  }
}

const usersOf = ({ calls }: Plan, name: string, to: string): Edit[] =>
  calls.flatMap(({ _id, _tool }, at): Edit[] =>
    _tool === name ? [{ kind: 'set-in-call', id: _id, at, path: ['_tool'], value: to }] : [],
  );

/** It goes on to enter the code it entered: only what it is called changes. */
const renamed = (plan: Plan, tool: ToolContract, to: string): Edit[] => [
  setTools(
    (plan.tools ?? []).map((one) =>
      one === tool ? { ...one, name: to, activity: one.activity ?? one.name } : one,
    ),
  ),
  ...usersOf(plan, tool.name, to),
];

const toBuiltIn = (plan: Plan, name: string, to: string): Edit[] => {
  const left = (plan.tools ?? []).filter((tool) => tool.name !== name);
  return [...(plan.tools ? [setTools(left)] : []), ...usersOf(plan, name, to)];
};

const setTools = (tools: readonly ToolContract[]): Edit => ({
  kind: 'set-field',
  field: 'tools',
  value: tools.length === 0 ? undefined : (tools as never),
});
