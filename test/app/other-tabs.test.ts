/** What one tab's worker tells reaches every page once: its own straight, the others through theirs, or by the channel. */

import { expect, test } from 'vitest';
import { type OtherTabs, otherTabs } from '../../src/app/other-tabs.ts';
import { openChannel } from '../../src/executor/channel.ts';
import type { Channel } from '../../src/host/port.ts';
import type { WorkerMessage } from '../../src/run/messages.ts';

const forgotten = (runId: string): WorkerMessage => ({ kind: 'forgotten', runId });

/** A page, without a worker at first. */
function openPage() {
  const heard: string[] = [];
  let looks: (() => void)[] = [];
  const hear = (message: WorkerMessage) => {
    if (message.kind === 'passes-on') tabs.passedOnBy(message.worker);
    else if (message.kind === 'forgotten') heard.push(message.runId);
    for (const look of looks.splice(0)) look();
  };
  const tabs: OtherTabs = otherTabs(hear);
  const until = async (runId: string) => {
    while (!heard.includes(runId)) await new Promise<void>((resolve) => looks.push(resolve));
    looks = [];
  };
  let workers = 0;
  const spawn = (): Channel => {
    workers += 1;
    return openChannel(() => `worker ${workers} of ${name}`, hear);
  };
  const name = crypto.randomUUID();
  return { heard, tabs, until, spawn };
}

test('a page without a worker hears the others itself, and one with a worker each of them once', async () => {
  const [alone, other, own] = [openPage(), openPage(), openPage()];
  for (const { tabs } of [alone, other, own]) tabs.begin();
  const [its] = [own.spawn(), other.spawn()];
  its.tellAll(forgotten('first'));
  await Promise.all([alone.until('first'), other.until('first'), own.until('first')]);
  // Whoever hears the last has heard all that was told before.
  its.tellAll(forgotten('last'));
  await Promise.all([alone.until('last'), other.until('last')]);
  expect(own.heard).toEqual(['first', 'last']);
  expect(alone.heard).toEqual(['first', 'last']);
  expect(other.heard.at(-1)).toBe('last');
  its.tellAll(forgotten('settled'));
  await Promise.all([alone.until('settled'), other.until('settled')]);
  expect(other.heard.filter((runId) => runId === 'settled')).toHaveLength(1);
});

test('a page whose worker has died hears the others itself again', async () => {
  const [page, other] = [openPage(), openPage()];
  page.tabs.begin();
  const teller = other.spawn();
  page.spawn();
  teller.tellAll(forgotten('passed on'));
  await page.until('passed on');
  page.tabs.passedOnBy(null);
  const before = page.heard.length;
  teller.tellAll(forgotten('straight'));
  await page.until('straight');
  expect(page.heard.slice(before)).toContain('straight');
});

test('a page that begins when its worker passes on hears nothing twice', async () => {
  const [page, other] = [openPage(), openPage()];
  const teller = other.spawn();
  page.spawn();
  page.tabs.begin();
  for (const runId of ['one', 'two']) teller.tellAll(forgotten(runId));
  await page.until('two');
  expect(page.heard).toEqual(['one', 'two']);
});
