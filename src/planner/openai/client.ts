/** The openai library's client as this app wants it: quiet, without retries, without headers of its own. */

import type OpenAI from 'openai';
import type { Server } from './faults.ts';
import { type FetchLimits, guardedFetch } from './guarded-fetch.ts';

export type OpenAiModule = typeof import('openai');

/**
 * Headers the library adds for its own statistics. A server with a fixed list of allowed headers refuses the
 * preflight of a request that has them, and the browser then reports no more than a failed fetch.
 */
const UNWANTED = [
  'X-Stainless-Lang',
  'X-Stainless-Package-Version',
  'X-Stainless-OS',
  'X-Stainless-Arch',
  'X-Stainless-Runtime',
  'X-Stainless-Runtime-Version',
  'X-Stainless-Retry-Count',
  'X-Stainless-Timeout',
  'User-Agent',
];

export function createClient(
  module: OpenAiModule,
  server: Server,
  options: {
    readonly limits: FetchLimits;
    readonly firstByteMs: number;
    readonly fetch?: typeof fetch;
  },
): OpenAI {
  const dropped: Record<string, null> = Object.fromEntries(UNWANTED.map((name) => [name, null]));
  return new module.OpenAI({
    baseURL: server.baseUrl,
    apiKey: server.key ?? '',
    // Set, because the library would otherwise take them from the environment of the command line.
    organization: null,
    project: null,
    webhookSecret: null,
    // No key, no header: an empty "Bearer" is refused by some servers that want none.
    defaultHeaders: server.key === undefined ? { ...dropped, Authorization: null } : dropped,
    dangerouslyAllowBrowser: true,
    maxRetries: 0,
    timeout: options.firstByteMs,
    logLevel: 'off',
    fetch: guardedFetch(server, options.limits, options.fetch),
  });
}
