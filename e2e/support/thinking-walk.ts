/** The plan of a walk through all that thinks and goes on, and the model behind it: for the page and the terminal alike. */

import type { Plan } from '../../src/plan/document.ts';
import { type RecordedRequest, type Reply, streamed } from '../model-server/script.ts';

const count = (_id: string, text: string) => ({
  ...{ _id, _tool: 'countWords', _description: `Count ${_id}`, text, _outputPath: `†state.${_id}` },
});

/** What the person says in mid-run. */
export const SENTENCE = 'Thank Ada as well';

/** Dollars of each answer, and the most that all may cost. */
export const EACH = 0.01;
export const CAP = 0.2;

export const THINKING: Plan = {
  ...{ format: 'obelus/plan', version: 1, id: 'plan_thinking', title: 'Letters of a day' },
  goal: 'See to the letters of a day',
  strategy: 'iterative',
  output: null,
  mandate: {
    tools: ['countWords', 'wait'],
    effects: ['none', 'read'],
    hosts: [],
    maxTurns: 6,
    maxCost: CAP,
  },
  calls: [
    {
      ...{ _id: 'mood', _tool: 'askModel', _description: 'Which mood are they in?' },
      instruction: 'Which mood are these letters in? One word.',
      ...{ about: 'Dear all, it broke again.', shape: { type: 'string' }, _outputPath: '†state.mood' },
    },
    {
      ...{ _id: 'odd', _tool: 'agent', _description: 'Look after the odd cases', task: 'The odd cases' },
      ...{
        tools: ['countWords', 'calculate'],
        maxTurns: 3,
        _after: '†state.mood',
        _outputPath: '†state.odd',
      },
    },
    { ...count('third', '†state.odd'), _description: 'Count what the agent says' },
  ],
};

const pauseOf = (ms: number) => ({
  _id: 'pause',
  _tool: 'wait',
  _description: 'Wait a moment',
  ms,
  _outputPath: '†state.pause',
});

/** Of the run's own planner, by what it has been told of: the third call, the sentence, the wait. */
const turnsOf = (pause: ReturnType<typeof pauseOf>) =>
  ({
    first: {
      calls: [pause, { ...count('rest', 'one two'), _after: '†state.pause' }],
      output: null,
      reflection: 'The rest comes after a pause.',
    },
    changed: {
      calls: [pause, { ...count('thanks', 'Thank you Ada'), _after: '†state.pause' }],
      output: '†state.thanks',
      reflection: 'Ada is thanked instead of the rest.',
    },
  }) as const;

const AGENT = [
  {
    calls: [{ _id: 'look', _tool: 'countWords', text: 'an odd one', _outputPath: '†state.look' }],
    output: null,
    reflection: 'I look at the odd one first.',
  },
  { calls: [], output: 'Three odd words', reflection: 'That was all.' },
] as const;

const usage = { prompt_tokens: 100, completion_tokens: 20, cost: EACH };
const say = (answer: unknown, dripMs = 0): Reply => streamed(JSON.stringify(answer), { usage, dripMs });

/** Who asks is told by what is asked; an answer that the model has given twice was paid for twice. */
export type Asker = 'mood' | 'agent' | 'planner' | 'changed';

export function askerOf({ body }: RecordedRequest): Asker {
  const text = JSON.stringify(body?.messages ?? []);
  // What is done stands in what the run's own planner is told, the question of before too.
  if (text.includes('See to the letters of a day')) return text.includes(SENTENCE) ? 'changed' : 'planner';
  return text.includes('Which mood are these letters in') ? 'mood' : 'agent';
}

/**
 * @param slow  ms between the pieces of its answer
 * @param pause ms that the run is to wait
 */
export function thinkingModel(
  slow: Partial<Record<Asker, number>>,
  pause: number,
): (request: RecordedRequest) => Reply {
  const turns = turnsOf(pauseOf(pause));
  return (request) => {
    const asker = askerOf(request);
    const ms = slow[asker] ?? 0;
    if (asker === 'mood') return say({ value: 'cross' }, ms);
    if (asker === 'changed') return say(turns.changed, ms);
    if (asker === 'planner') return say(turns.first, ms);
    const isFirst = !JSON.stringify(request.body?.messages ?? []).includes('an odd one');
    return say(AGENT[isFirst ? 0 : 1], ms);
  };
}
