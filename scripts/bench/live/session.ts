/** The built app in a browser as a person has it, with a second tab that only listens. Says where, the figures say what. */

import { type Browser, chromium, type Page } from 'playwright-core';
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
  /** Presses Run; resolves once the second tab has been told of the first event. */
  press(name: 'Run' | 'Stop'): Promise<void>;
  /** Resolves when the worker has told the second tab of the end, and the screen shows it. */
  ended(): Promise<void>;
  /** How many events the second tab has been told of, and when. */
  told(): Promise<readonly (readonly [seq: number, at: number])[]>;
  /** Starts the second tab's listening anew. */
  listen(): Promise<void>;
  /** Resolves when the second tab has been told of an event of that type. */
  toldOf(type: string): Promise<void>;
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

  const step = (name: string) =>
    page.getByRole('group', { name: 'Path of the work' }).getByRole('button', { name, exact: true });
  const drop = async (name: string, text: string) => {
    const transfer = await page.evaluateHandle(
      ([fileName, content]) => {
        const data = new DataTransfer();
        data.items.add(new File([content], fileName));
        return data;
      },
      [name, text] as const,
    );
    await page.getByRole('main').dispatchEvent('drop', { dataTransfer: transfer });
  };
  return {
    browser,
    page,
    drop,
    open: async (plan) => {
      await drop('plan.json', JSON.stringify(plan));
      await page
        .getByText(plan.title ?? '', { exact: true })
        .first()
        .waitFor();
      await step('Approve').and(page.locator(':enabled')).waitFor();
    },
    approve: async () => {
      await step('Approve').click();
      const dialog = page.getByRole('dialog', { name: /^Approve revision/ });
      await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
      await dialog.waitFor({ state: 'hidden' });
    },
    press: async (name) => {
      const box = await step(name).boundingBox();
      if (!box) throw new Error(`${name} can't be pressed.`);
      // By the mouse alone: what waits for the page to be ready would wait out what is measured.
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    },
    listen: () => listen(tab),
    toldOf: async (type) => {
      await tab.waitForFunction((wanted) => window.told.types.has(wanted), type);
    },
    ended: async () => {
      await tab.evaluate(() => window.told.ended);
      await step('Stop').waitFor({ state: 'detached' });
    },
    told: () => tab.evaluate(() => window.told.events),
    panel: async (name) => {
      const box = await page.getByRole('tab', { name }).boundingBox();
      if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    },
    close: () => browser.close(),
  };
}
