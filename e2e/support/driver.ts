/** The app as a person uses it: every step by the words on the screen (DESIGN §8). Tests say what, this says where. */

import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Plan } from '../../src/plan/document.ts';
import { carried } from './carried-file.ts';

export class Obelus {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(fragment = ''): Promise<this> {
    await this.page.goto(`./${fragment}`);
    // The document is there before the app is: what is pressed in between goes nowhere.
    await this.page.getByRole('banner').waitFor();
    return this;
  }

  /** As where the list of plans was left open beside a plan: it stands in the conversation's place, which is a line then. */
  async openWithPlans(): Promise<this> {
    await this.page.addInitScript(() => {
      // The page before the first has no storage.
      if (location.protocol.startsWith('http') && localStorage.getItem('obelus.session') === null)
        localStorage.setItem('obelus.session', '{"version":1,"plansOpen":true}');
    });
    return this.open();
  }

  region(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** A step of the row at the top; the first screen has its own "Draft plan". */
  step(name: 'Draft plan' | 'Dry run' | 'Approve' | 'Run' | 'Stop'): Locator {
    return this.page
      .getByRole('group', { name: 'Path of the work' })
      .getByRole('button', { name, exact: true });
  }

  get goal(): Locator {
    return this.page.getByRole('textbox', { name: 'Goal' });
  }

  /** A call's card, or its row where the list stands in the drawing's place; by its id, which stands behind the tool's title. */
  card(id: string): Locator {
    return this.page.getByRole('main').getByRole('group', { name: new RegExp(`^.*? \\(${id}\\), `) });
  }

  /** A sentence anywhere on the screen. */
  sentence(text: string | RegExp): Locator {
    return this.page.getByText(text).first();
  }

  dialog(name: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name });
  }

  /** Drops a file on the page, as from the desktop. */
  async dropFile(path: string): Promise<void> {
    await this.dropText(basename(path), await readFile(path, 'utf8'));
  }

  async dropText(name: string, content: string | Uint8Array): Promise<void> {
    const dataTransfer = await carried(this.page, name, content);
    await this.page.getByRole('main').dispatchEvent('drop', { dataTransfer });
  }

  async draft(goal: string): Promise<void> {
    await this.goal.fill(goal);
    await this.button('Draft plan').last().click();
    await expect(this.page.getByText(/^A plan of \d+ calls?[.,]/)).toBeVisible();
  }

  async importPlan(plan: Plan): Promise<void> {
    await this.importText(JSON.stringify(plan));
    await expect(this.dialog('Import a plan')).toBeHidden();
  }

  async importText(text: string): Promise<void> {
    await this.button('Import').click();
    await this.page.getByRole('textbox', { name: 'Plan as text' }).fill(text);
    await this.button('Open the plan').click();
  }

  async approve(): Promise<void> {
    await this.step('Approve').click();
    await this.dialog(/^Approve revision/)
      .getByRole('button', { name: 'Approve', exact: true })
      .click();
    await expect(this.dialog(/^Approve revision/)).toBeHidden();
  }

  /** Signs the plan where it is not yet, each turn of it to be shown first, and runs it. */
  async approveWithTurnsShown(): Promise<void> {
    await this.step('Approve').click();
    const sheet = this.dialog(/Approve/);
    await sheet.getByRole('checkbox', { name: /^Show me each turn/ }).check();
    await sheet.getByRole('button', { name: /^(Approve and run|Run now)$/ }).click();
  }

  /** Presses Run and waits until the run is shown. It may be over before “Stop” is seen. */
  async run(): Promise<void> {
    await this.step('Run').click();
    await expect(this.button('Back to the plan').first()).toBeVisible();
  }

  /** Runs the plan, keeps what it returned as a test, and goes back to it. The run may be over before “Stop” is seen. */
  async keepAsTest(): Promise<void> {
    await this.approve();
    await this.step('Run').click();
    await this.expectCompleted();
    await this.button('Keep as a test').click();
    await expect(this.sentence('Kept as the test “Result”.')).toBeVisible();
    await this.button('Back to the plan').click();
  }

  /** A kept plan, by the beginning of its title. */
  planEntry(title: string): Locator {
    return this.entry(title, ' calls? · ');
  }

  /** The newest run of a plan, by the beginning of its title. */
  runEntry(title: string): Locator {
    return this.entry(title, '(Completed|In progress|Waiting|Failed|Aborted)');
  }

  private entry(title: string, about: string): Locator {
    return this.region('Plans')
      .getByRole('button', { name: new RegExp(`^${title}.*${about}`) })
      .first();
  }

  async openPlan(title: string): Promise<void> {
    await this.planEntry(title).click();
  }

  async openRun(title: string): Promise<void> {
    // A browser that was killed has kept, or not, that the list was folded.
    const show = this.button('Show plans');
    await expect(show.or(this.runEntry(title)).first()).toBeVisible();
    if (await show.isVisible()) await show.click();
    await this.runEntry(title).click();
  }

  /** The link that carries the plan on the canvas. */
  async shareLink(): Promise<string> {
    await this.button('Share').click();
    const link = this.page.getByRole('textbox', { name: 'Link' });
    await expect(link).toHaveValue(/#plan=./);
    return link.inputValue();
  }

  async panel(name: string): Promise<Locator> {
    await this.page.getByRole('tab', { name }).click();
    return this.region(name);
  }

  /** @param timeout ms that the run may take: for one that computes longer than anything is waited for */
  async expectCompleted(timeout?: number): Promise<void> {
    const result = await this.panel('Result');
    const said = result.getByRole('status').filter({ hasText: /^Completed in/ });
    await expect(said).toBeVisible(timeout === undefined ? {} : { timeout });
  }
}
