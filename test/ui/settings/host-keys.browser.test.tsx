import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { saidOfHosts, sayOfHost } from '../../../src/app/host-keys.ts';
import type { Request } from '../../../src/run/messages.ts';
import { type Services, ServicesProvider } from '../../../src/ui/services.ts';
import { HostKeys } from '../../../src/ui/settings/SecretsDialog.tsx';

test('what is said of a host goes to the worker, stands in the list, and is taken back there', async () => {
  const kept = new Map<string, string>();
  const memory = {
    read: (name: string) => kept.get(name) ?? null,
    write: (name: string, text: string) => void kept.set(name, text),
  };
  const sent: Request[] = [];
  const worker = { request: async (request: Request) => void sent.push(request), plan: async () => {} };
  const device = {
    saidOfHosts: async () => saidOfHosts(memory),
    sayOfHost: sayOfHost.bind(null, worker, memory),
  };
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  await act(async () => {
    root.render(
      <ServicesProvider value={{ device } as unknown as Services}>
        <HostKeys />
      </ServicesProvider>,
    );
  });
  const within = <T extends Element>(selector: string) => box.querySelector<T>(selector) as T;
  await act(() => userEvent.fill(within('input'), 'http://'));
  await act(() => userEvent.click(within('form button')));
  await expect.poll(() => within('[role=alert]').textContent).toMatch(/is no host/);
  await act(() => userEvent.fill(within('input'), 'API.example.com'));
  await act(() => userEvent.selectOptions(within('select'), 'off'));
  await act(() => userEvent.click(within('form button')));
  await expect.poll(() => within('ul').textContent).toBe('api.example.comIs not sent the key');
  expect(sent).toEqual([{ kind: 'host-keys', keys: { 'api.example.com': 'off' } }]);
  await act(() => userEvent.click(within('[aria-label="Take back what is said of api.example.com"]')));
  await expect.poll(() => within('ul').textContent).toBe('');
  expect(sent.at(-1)).toEqual({ kind: 'host-keys', keys: {} });
  act(() => root.unmount());
  box.remove();
});
