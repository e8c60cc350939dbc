/** Calls of a plan, and of those below it, that could only fail in a place: nothing is to be run for them. */

import type { Delegates } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import { compileProgram } from '../run/program.ts';
import type { RunSetting } from '../run/state.ts';
import { isRoomMaker } from '../tools/agent.ts';
import { catalogueOf } from '../tools/catalogue.ts';

/** What a person does about it, in the words of the place. */
interface WaysOut {
  /** After the sentence about a tool without code. */
  readonly giveCode: string;
  /** After the sentence about a tool that a model has to answer; null where one is connected, absent where none can be. */
  readonly giveModel?: string | null;
  /** After the sentence about a sub-plan that nobody has approved with the plan. */
  readonly giveLibrary: string;
}

/** A sentence for each kind of lack; the setting knows which code is there. */
export function lackingCode(
  plan: Plan,
  delegates: Delegates,
  setting: RunSetting,
  { giveCode, giveModel, giveLibrary }: WaysOut,
): string[] {
  const sentences = new Set<string>();
  for (const one of [plan, ...Object.values(delegates)]) {
    const catalogue = catalogueOf(setting.catalogue.list(), one.tools);
    for (const { call, contract, latent } of compileProgram(one, catalogue, setting).steps) {
      const { _id: id, _tool: tool, _delegate: delegate } = call;
      if (isRoomMaker(call, contract)) {
        if (giveModel != null) sentences.add(`"${id}" is looked after by a model. ${giveModel}`);
      } else if (delegate !== undefined) {
        if (!Object.hasOwn(delegates, delegate))
          sentences.add(
            `"${id}" delegates to "${delegate}", which is no plan in the library. ${giveLibrary}`,
          );
      } else if (latent && giveModel !== undefined) {
        if (giveModel !== null)
          sentences.add(`"${id}" has no code behind "${tool}": a model has to answer it. ${giveModel}`);
      } else {
        const name = latent ? tool : (call._activity ?? contract?.activity ?? tool);
        if (latent || !setting.hasActivity(name))
          sentences.add(`"${id}" has no code behind "${name}" here. ${giveCode}`);
      }
    }
  }
  return [...sentences];
}
