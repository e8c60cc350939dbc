/** What a run would only find missing when it gets there: files and secrets that the plan names. Looked for before the first call. */

import { isObject, type JsonObject } from '../../lib/json.ts';
import type { Delegates } from '../../plan/delegates.ts';
import type { Call, Plan } from '../../plan/document.ts';
import { isExpression } from '../../plan/expression.ts';
import { isOff } from '../../plan/open-step.ts';
import { compileProgram } from '../../run/program.ts';
import type { RunSetting } from '../../run/state.ts';
import { catalogueOf } from '../../tools/catalogue.ts';
import { codeNameOf, secretsOf } from '../../tools/named-secrets.ts';
import type { RunFiles } from './run-files.ts';
import { faultOfSecret } from './secrets.ts';

/** What the calls name, by what they are called. */
interface Named {
  /** By name the first call that reads it. */
  readonly files: Map<string, string>;
  readonly secrets: Map<string, string>;
}

interface Asked {
  readonly plan: Plan;
  readonly delegates: Delegates;
  readonly setting: RunSetting;
  /** What a person gives in the place of results, by call. */
  readonly pinned?: JsonObject;
}

/** A sentence for each file and secret that is not there. What the plan itself writes is no missing file. */
export async function missingFor(
  { plan, delegates, setting, pinned = {} }: Asked,
  files: Pick<RunFiles, 'lacks'>,
): Promise<string[]> {
  const sentences: string[] = [];
  const isIdle = (of: Plan, call: Call) => isOff(call) || (of === plan && Object.hasOwn(pinned, call._id));
  const named = namedIn([plan, ...Object.values(delegates)], setting, isIdle);
  for (const [name, call] of named.files) {
    const fault = await files.lacks(name);
    if (fault !== null) sentences.push(`"${call}" reads a file that is not there. ${fault}`);
  }
  for (const [name, call] of named.secrets) {
    const fault = faultOfSecret(name, process.env);
    if (fault !== null) sentences.push(`"${call}" needs the secret "${name}". ${fault}`);
  }
  return sentences;
}

/** @param isIdle calls that do not start: what those name need not be there */
function namedIn(
  plans: readonly Plan[],
  setting: RunSetting,
  isIdle: (of: Plan, call: Call) => boolean,
): Named {
  const named: Named = { files: new Map(), secrets: new Map() };
  /** Files that a call may write before another reads them. */
  const written = new Set<unknown>();
  for (const plan of plans) {
    const catalogue = catalogueOf(setting.catalogue.list(), plan.tools);
    for (const { call, contract, effect } of compileProgram(plan, catalogue, setting).steps) {
      if (isIdle(plan, call)) continue;
      const { parameters } = contract ?? {};
      const properties = isObject(parameters) && isObject(parameters.properties) ? parameters.properties : {};
      for (const { name } of secretsOf(call, setting.catalogue.get(codeNameOf(call, contract))))
        named.secrets.set(name, call._id);
      const reads = effect === 'none' || effect === 'read';
      if (!reads) for (const value of Object.values(call)) written.add(value);
      for (const [key, property] of Object.entries(properties)) {
        const value = call[key];
        if (!isObject(property) || typeof value !== 'string') continue;
        if (property['x-kind'] === 'file' && reads && !isExpression(value) && !named.files.has(value))
          named.files.set(value, call._id);
      }
    }
  }
  for (const name of written) named.files.delete(String(name));
  return named;
}
