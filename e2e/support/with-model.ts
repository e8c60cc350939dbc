/** An app whose planner is a scripted model behind the true protocol. */

import { expect, type Locator } from '@playwright/test';
import type { ModelServerScript } from '../model-server/script.ts';
import { type ModelServer, startModelServer } from '../model-server/server.ts';
import type { Obelus } from './driver.ts';
import { twoSums } from './two-sums.ts';

/** A plan as a model writes it. */
export const TWO_SUMS = JSON.stringify(twoSums);

/** A key that must be nowhere but in its header. */
export const KEY = 'sk-test-3f9a-hush';

/** The planner's dialog, with the scripted server filled in. */
export async function plannerDialog(app: Obelus, { url }: ModelServer, key: string): Promise<Locator> {
  await app.button('Change planner').click();
  const dialog = app.dialog('Planner');
  await dialog.getByRole('radio', { name: /OpenAI-compatible/ }).check();
  await dialog.getByRole('textbox', { name: 'Base URL' }).fill(url);
  await dialog.getByRole('textbox', { name: 'Model' }).fill('scripted');
  await dialog.getByRole('textbox', { name: 'Key', exact: true }).fill(key);
  return dialog;
}

/** Opens the app and chooses the server; what breaks the page's policy ends up in `broken`. The server is the test's to close. */
export async function withModel(
  app: Obelus,
  script: ModelServerScript,
): Promise<{ readonly server: ModelServer; readonly broken: readonly string[] }> {
  // The script itself: a test may change what it says while it goes on.
  const server = await startModelServer(script);
  const broken: string[] = [];
  app.page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) broken.push(message.text());
  });
  await app.open();
  const dialog = await plannerDialog(app, server, KEY);
  await dialog.getByRole('button', { name: 'Use this planner' }).click();
  await expect(dialog).toBeHidden();
  return { server, broken };
}
