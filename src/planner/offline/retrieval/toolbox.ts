/** A catalogue prepared for planning: an index over the contracts, and how well each fits a clause. Asks no tool's name. */

import MiniSearch from 'minisearch';
import { isObject } from '../../../lib/json.ts';
import type { Catalogue, ToolContract } from '../../../tools/catalogue.ts';
import { ACTION_STEMS } from './action-words.ts';
import { Affinity } from './affinity.ts';
import { Rarity } from './likeness.ts';
import { type Field, type Output, outputsOf, propertiesOf } from './schema.ts';
import { synonymsOf } from './synonyms.ts';
import { contentStems, nameWords, stemOf, textStems } from './words.ts';

/** How much a word counts by where the contract says it. */
const WEIGHTS = {
  name: 1,
  lead: 0.9,
  choices: 0.6,
  description: 0.55,
  parameters: 0.35,
  result: 0.3,
} as const;
type Place = keyof typeof WEIGHTS;
const PLACES = Object.keys(WEIGHTS) as Place[];

const SYNONYM = 0.6;

/** A contract, read once. */
export interface Tool {
  readonly contract: ToolContract;
  readonly parameters: readonly Field[];
  readonly outputs: readonly Output[];
  readonly says: Readonly<Record<Place, ReadonlySet<string>>>;
}

export class Toolbox {
  readonly tools: readonly Tool[];
  readonly affinity: Affinity;
  readonly #index: MiniSearch;
  readonly #rarity: Rarity;
  readonly #verbs: ReadonlySet<string>;
  readonly #byName: ReadonlyMap<string, Tool>;

  constructor(contracts: readonly ToolContract[]) {
    this.tools = contracts.map(readTool);
    this.#byName = new Map(this.tools.map((tool) => [tool.contract.name, tool]));
    this.affinity = new Affinity(contracts);
    this.#rarity = new Rarity(
      this.tools.map((tool) => new Set(PLACES.flatMap((place) => [...tool.says[place]]))),
    );
    this.#verbs = new Set(this.tools.flatMap((tool) => [...tool.says.lead]));
    this.#index = new MiniSearch({
      fields: PLACES,
      // Words are stemmed before they come here, for the goal and the contracts alike.
      tokenize: (text) => text.split(' '),
      processTerm: (term) => (term === '' ? null : term),
    });
    this.#index.addAll(
      this.tools.map((tool, id) => ({
        id,
        ...Object.fromEntries(PLACES.map((place) => [place, [...tool.says[place]].join(' ')])),
      })),
    );
  }

  get(name: string): Tool | undefined {
    return this.#byName.get(name);
  }

  /** Whether a clause may begin with this stem: what the contracts themselves begin with counts as a verb. */
  isAction = (stem: string): boolean => ACTION_STEMS.has(stem) || this.#verbs.has(stem);

  /** Tools that share a word or a synonym with these stems, best first, at most `limit`. */
  find(stems: readonly string[], limit = 24): Tool[] {
    if (stems.length === 0) return [];
    const near = stems.flatMap((stem) => [...synonymsOf(stem)]);
    const found = this.#index.search(
      {
        combineWith: 'OR',
        queries: [stems.join(' '), { queries: [near.join(' ')], boost: { name: SYNONYM } }],
      },
      { boost: WEIGHTS },
    );
    return found.slice(0, limit).flatMap(({ id }) => this.tools[id] ?? []);
  }

  /** How much of a word a tool explains: 0 to 1, rare words and prominent places more. */
  explains(tool: Tool, stem: string): number {
    let best = 0;
    for (const place of PLACES) {
      const said = tool.says[place];
      if (said.has(stem)) best = Math.max(best, WEIGHTS[place] * this.#rarity.of(stem));
      for (const other of synonymsOf(stem)) {
        if (said.has(other)) best = Math.max(best, SYNONYM * WEIGHTS[place] * this.#rarity.of(other));
      }
    }
    return best;
  }

  /** Share of a tool's own name that these stems say. */
  nameCovered(tool: Tool, stems: ReadonlySet<string>): number {
    const name = [...tool.says.name];
    const said = name.filter(
      (stem) => stems.has(stem) || [...synonymsOf(stem)].some((other) => stems.has(other)),
    );
    return name.length === 0 ? 0 : said.length / name.length;
  }
}

function readTool(contract: ToolContract): Tool {
  const parameters = propertiesOf(contract.parameters);
  const outputs = outputsOf(contract);
  const description = contract.description ?? '';
  return {
    contract,
    parameters,
    outputs,
    says: {
      name: contentStems(nameWords(contract.name)),
      lead: new Set(
        [description, contract.title ?? ''].flatMap((text) => nameWords(text).slice(0, 1)).map(stemOf),
      ),
      choices: contentStems(parameters.flatMap(choicesOf).flatMap((value) => nameWords(String(value)))),
      description: textStems(`${contract.title ?? ''} ${description}`),
      parameters: textStems(parameters.map((field) => `${field.name} ${field.text}`).join(' ')),
      result: textStems(outputs.map(({ field }) => `${field.name} ${field.text}`).join(' ')),
    },
  };
}

/** The values a parameter, or an element of it, may take. */
function choicesOf(field: Field): readonly unknown[] {
  const own = field.enumValues ?? field.items?.enumValues ?? [];
  const nested = isObject(field.items?.schema) ? propertiesOf(field.items.schema) : [];
  return [...own, ...nested.flatMap((inner) => inner.enumValues ?? [])];
}

const prepared = new WeakMap<Catalogue, Toolbox>();

/** One toolbox a catalogue: indexing costs more than planning. */
export function toolboxOf(catalogue: Catalogue): Toolbox {
  const known = prepared.get(catalogue);
  if (known !== undefined) return known;
  const toolbox = new Toolbox(catalogue.list());
  prepared.set(catalogue, toolbox);
  return toolbox;
}
