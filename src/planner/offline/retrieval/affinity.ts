/** How well a tool's result suits another tool's parameter: by type, then by name and meaning (DESIGN §4). */

import type { ToolContract } from '../../../tools/catalogue.ts';
import { kindFit } from './kinds.ts';
import { likeness, Rarity } from './likeness.ts';
import { type Field, type Output, outputsOf, propertiesOf, typeFit } from './schema.ts';
import { contentStems, nameWords, textStems } from './words.ts';

interface Meaning {
  readonly name: ReadonlySet<string>;
  readonly text: ReadonlySet<string>;
}

/** What a set of tools says about its words; made once for a catalogue. */
export class Affinity {
  readonly #rarity: Rarity;
  readonly #fields = new WeakMap<Field, Meaning>();
  readonly #tools = new WeakMap<ToolContract, Meaning>();

  constructor(tools: readonly ToolContract[]) {
    this.#rarity = new Rarity(
      tools.flatMap((tool) =>
        [...propertiesOf(tool.parameters), ...outputsOf(tool).map((output) => output.field)].map((field) =>
          textStems(`${field.name} ${field.text}`),
        ),
      ),
    );
  }

  /**
   * From 0 (the types cannot meet) to about 1 (same type, same kind, same name, same description).
   * Scores of one parameter's candidates are comparable; so are those of different parameters.
   */
  rate(producer: ToolContract, output: Output, consumer: ToolContract, parameter: Field): number {
    const fit = typeFit(output.field, parameter);
    if (fit === 0) return 0;
    const kinds = kindFit(output.field, parameter);
    if (kinds === 0) return 0;
    const have = this.#field(output.field);
    const want = this.#field(parameter);
    const maker = this.#tool(producer);
    const user = this.#tool(consumer);
    const name = likeness(have.name, want.name, this.#rarity);
    const text = likeness(have.text, want.text, this.#rarity);
    // "corpus" out of a tool called read_corpus: the result is often named after what makes it.
    const made = covered(want.name, maker.name, this.#rarity);
    const about = covered(want.text, new Set([...have.name, ...maker.name, ...maker.text]), this.#rarity);
    const purpose = likeness(have.text, user.text, this.#rarity);
    const meaning = 0.34 * name + 0.3 * text + 0.12 * made + 0.16 * about + 0.08 * purpose;
    return fit * kinds * (0.2 + 0.8 * meaning);
  }

  #field(field: Field): Meaning {
    let known = this.#fields.get(field);
    if (known === undefined) {
      const name = contentStems(nameWords(field.name));
      known = { name, text: new Set([...name, ...textStems(field.text)]) };
      this.#fields.set(field, known);
    }
    return known;
  }

  #tool(tool: ToolContract): Meaning {
    let known = this.#tools.get(tool);
    if (known === undefined) {
      known = { name: contentStems(nameWords(tool.name)), text: textStems(tool.description) };
      this.#tools.set(tool, known);
    }
    return known;
  }
}

function covered(words: ReadonlySet<string>, by: ReadonlySet<string>, rarity: Rarity): number {
  let all = 0;
  let shared = 0;
  for (const word of words) {
    all += rarity.of(word);
    if (by.has(word)) shared += rarity.of(word);
  }
  return all === 0 ? 0 : shared / all;
}
