/** The call a question is about: its tool's contract, and its parameters with their references resolved. */

import { useEffect, useState } from 'react';
import type { JsonObject } from '../../lib/json.ts';
import type { JsonSchema } from '../../plan/document.ts';
import { planOf } from '../../run/whole.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { builtInTools } from '../../tools/built-in.ts';
import { catalogueOf, type ToolContract } from '../../tools/catalogue.ts';
import { resultSchema } from '../../tools/result-shape.ts';
import { useServices } from '../services.ts';
import type { Answer } from '../verbs.ts';

/** What every question of a call is given. */
export interface Asked {
  run: ShownRun;
  call: string;
  /** The call, as a sentence names it. */
  title: string;
  onAnswer: (answer: Answer) => void;
}

interface AskingCall {
  readonly tool: string;
  readonly contract: ToolContract | undefined;
  /** What its value has to be, as the engine holds it to (L-41). */
  readonly result: JsonSchema | undefined;
  /** Those that could stand in its place. */
  readonly others: readonly ToolContract[];
  /** null while they are read. */
  readonly params: JsonObject | null;
}

/** @param call its id, or `id@LABEL` in a run over instances */
export function useAskingCall(run: ShownRun, call: string): AskingCall {
  const { running } = useServices();
  const [params, setParams] = useState<JsonObject | null>(null);
  const plan = planOf(run.state);
  const tool = plan?.calls.find(({ _id }) => _id === call.split('@')[0])?._tool ?? '';
  // By the run's own contracts: the plan on the table may be another one.
  const catalogue = catalogueOf(builtInTools, plan?.tools);
  const contract = catalogue.get(tool);
  // biome-ignore lint/correctness/useExhaustiveDependencies: resolved once; its values do not change while it asks.
  useEffect(() => {
    let asked = true;
    void running.paramsOf(run, call).then((read) => {
      if (asked) setParams(read ?? {});
    });
    return () => {
      asked = false;
    };
  }, [call]);
  const shape = contract && params ? resultSchema(contract, params) : null;
  const result = shape?.ok === true ? shape.value : contract?._output;
  const others = catalogue.list().filter(({ name }) => name !== tool);
  return { tool, contract, result, others, params };
}
