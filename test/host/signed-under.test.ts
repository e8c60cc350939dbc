/** A killed run goes on under what it was signed with (L-70): after an update of the app, of its code and of what is signed, too. */

import { expect, test } from 'vitest';
import { sign } from '../../src/flows/sign.ts';
import { memoryStore } from '../../src/host/memory-place.ts';
import type { Place, Store } from '../../src/host/port.ts';
import { openRuns } from '../../src/host/runs.ts';
import type { RunEvent } from '../../src/run/events.ts';
import type { RunSetting } from '../../src/run/state.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import { callNamed, planOf, SETTING } from '../run/written-run.ts';
import { virtualPlace } from './virtual-place.ts';

const PLAN = planOf([callNamed('a'), callNamed('b', { _after: '†state.a' })], {
  ...{ onFailure: 'replan', retryLimit: 0, reviewReplans: false },
});

/** The app as it is at one time: what its tools are, whether its receipts still hold. */
function appOf(store: Store, setting: RunSetting, replan: Place['replan'], holds: boolean) {
  const place = virtualPlace({
    ...{ setting, store, receipts: { holds: async () => holds } },
    play: (_, { id }) =>
      id === 'b' ? { ms: 50, throws: { code: 'no', message: 'No.' } } : { ms: 50, value: null },
  });
  return { place, runs: openRuns({ ...place, replan }) };
}

test.each([2, 1, 9])(
  'one that was signed under v: %s, by an app whose tools and signatures are others now',
  async (v) => {
    const store = memoryStore();
    const replan: Place['replan'] = () => ({
      answer: Promise.resolve({ calls: [callNamed('c')] }),
      stop: () => {},
    });
    const first = appOf(store, SETTING, replan, true);
    const signed = sign(PLAN, SETTING);
    if (!signed.ok) throw new Error(signed.error);
    const { hash } = signed.value;
    const begun = { runId: 'r', planId: 'p', plan: PLAN, input: {}, hash, replans: 'unasked' } as const;
    await first.runs.start(begun);
    first.runs.letGo();
    await first.place.settle();
    // As another version wrote it: the first had neither a number nor flows.
    const kept = memoryStore();
    const events = (await store.events('r')).map((event): RunEvent => {
      if (event.type !== 'plan.commit') return event;
      const { v: _, flows, ...rest } = event;
      return v === 1 || !flows ? rest : { ...rest, v, flows };
    });
    await kept.append((await store.run('r'))!, events, true);
    const tools = [...SETTING.catalogue.list(), { name: 'new', effect: 'read' as const }].map((tool) =>
      tool.name === 'tool' ? { ...tool, description: 'It says more now.' } : tool,
    );
    const later = appOf(kept, { ...SETTING, catalogue: catalogueOf(tools) }, replan, false);
    await later.runs.resumeAll();
    await later.place.settle();
    const after = await kept.events('r');
    expect(after.at(-1)).toMatchObject({ type: 'plan_completed' });
    const commits = after.flatMap((event) => (event.type === 'plan.commit' ? [event] : []));
    expect(commits.map((one) => [one.revision, one.v, one.flows !== undefined])).toEqual(
      [1, 2].map((revision) => [revision, v === 1 ? undefined : v, v !== 1]),
    );
  },
);
