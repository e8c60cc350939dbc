/** The built app in a browser as a person has it, with a second tab that only listens. Says where, the figures say what. */

import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { carried } from '../../../e2e/support/carried-file.ts';
import type { Plan } from '../../../src/plan/document.ts';
import { chromiumExecutable, chromiumFlags } from '../../chromium.ts';
import { listen } from './observer.ts';

export const PANELS = ['Timeline', 'State', 'Journal', 'Checklist', 'Result'] as const;

/** A run of 10,000 calls that freezes the page takes minutes: it is measured all the same. */
const PATIENCE_MS = 600_000;

export interface Session {
  readonly browser: Browser;
  readonly page: Page;
  /** Puts a plan on the table as a dropped file. */
  open(plan: Plan): Promise<void>;
  drop(name: string, text: string): Promise<void>;
  approve(): Promise<void>;
  /** Finds a button of the path of the work; what comes back presses it, and is no work of the page. */
  aim(name: 'Run' | 'Stop'): Promise<() => Promise<void>>;
  /** Resolves when the screen, which is watched, shows the end. */
  ended(): Promise<void>;
  /** How many events the second tab has been told of, and when. */
  told(): Promise<readonly (readonly [seq: number, at: number])[]>;
  /** Starts the second tab's listening anew. */
  listen(): Promise<void>;
  /** Resolves when the second tab has been told of so many events of that type. */
  toldOf(type: string, count: number): Promise<void>;
  panel(name: (typeof PANELS)[number]): Promise<void>;
  close(): Promise<void>;
}

/** @param url where the built app is served */
export async function openSession(url: string, viewport = { width: 1440, height: 900 }): Promise<Session> {
  const browser = await chromium.launch({ executablePath: chromiumExecutable(), args: chromiumFlags });
  const context = await browser.newContext({ viewport });
  context.setDefaultTimeout(PATIENCE_MS);
  // What runs the TypeScript of these scripts wraps functions to keep their names, those that are sent to a page too.
  await context.addInitScript('globalThis.__name = (what) => what');
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`page: ${error.message}`));
  await page.goto(url);
  const tab = await context.newPage();
  await tab.route('**/listening', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Listens</title>' }),
  );
  await tab.goto(new URL('listening', url).href);
  await page.bringToFront();

  /** Looked for once: looking is work of the page, and would be measured with it. */
  const tabs = new Map<string, { readonly x: number; readonly y: number }>();
  const step = (name: string) =>
    page.getByRole('group', { name: 'Path of the work' }).getByRole('button', { name, exact: true });
  const drop = async (name: string, text: string) => {
    const dataTransfer = await carried(page, name, text);
    await page.getByRole('main').dispatchEvent('drop', { dataTransfer });
  };
  return {
    browser,
    page,
    drop,
    open: async (plan) => {
      await drop('plan.json', JSON.stringify(plan));
      await page.waitForFunction(
        (title) => document.querySelector<HTMLInputElement>('[aria-label="Plan title"]')?.value === title,
        plan.title ?? '',
      );
      await step('Approve').and(page.locator(':enabled')).waitFor();
    },
    approve: async () => {
      await step('Approve').click();
      const dialog = page.getByRole('dialog', { name: /^Approve revision/ });
      await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
      await dialog.waitFor({ state: 'hidden' });
    },
    aim: async (name) => {
      const { x, y } = await middleOf(step(name));
      // By the mouse alone: what waits for the page to be ready would wait out what is measured.
      return () => page.mouse.click(x, y);
    },
    listen: () => listen(tab),
    toldOf: async (type, count) => {
      // It is in the background, where no frame comes that it could be asked at.
      await tab.waitForFunction(
        ([wanted, many]) => (window.told.types.get(wanted) ?? 0) >= many,
        [type, count] as const,
        { polling: 50 },
      );
    },
    ended: () => page.evaluate(() => window.watching.ended),
    told: () => tab.evaluate(() => window.told.events),
    panel: async (name) => {
      const known = tabs.get(name);
      const tab = page.getByRole('tab', { name });
      const at = known ?? (await middleOf(tab));
      await page.mouse.click(at.x, at.y);
      // The first press may have unfolded the panels, and their tabs are higher up then.
      if (!known) tabs.set(name, await middleOf(tab));
    },
    close: () => browser.close(),
  };
}

async function middleOf(target: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error('What was to be pressed is not on the screen.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
