/** Contracts of the tools that need a network. Knows no code behind them. */

import { type CompleteContract, parameters, part } from './contract-parts.ts';

const address = part.string('url', 'Address', 'An https address. Redirects are not followed.', {
  format: 'uri',
  maxLength: 8000,
});
const headers = {
  type: 'object',
  title: 'Headers',
  description: 'More request headers, by name.',
  additionalProperties: { type: 'string' },
} as const;
/** The one place where a secret may go (L-9): it becomes the Authorization header and is shown nowhere. */
const authorization = part.string(
  'secret',
  'Authorization',
  'Value of the Authorization header, such as a †secret reference.',
  { secret: true },
);
const answer = part.record(
  'json',
  {
    status: { ...part.wholeNumber('Status'), minimum: 200, maximum: 299 },
    type: part.text('Type', 'The media type of the answer.'),
    text: part.text('Text', 'The body as text.'),
    data: part.anyJson('Data', 'The body as data, where it is JSON.'),
  },
  ['data'],
);

const EXAMPLE = { status: 200, type: 'application/json', text: '{"ok":true}', data: { ok: true } };

export const httpTools: readonly CompleteContract[] = [
  {
    name: 'httpGet',
    title: 'Get a web address',
    description:
      'Get, fetch, download or request data from a web address, URL, website or API over the network.',
    parameters: parameters(['url'], { url: address, headers, authorization }),
    _output: answer,
    effect: 'read',
    idempotent: true,
    timeoutMs: 30_000,
    examples: [{ parameters: { url: 'https://example.org/status.json' }, result: EXAMPLE }],
  },
  {
    name: 'httpSend',
    title: 'Send to a web address',
    description:
      'Send, post, put, update or delete data at a web address, URL, webhook or API over the network ' +
      '(POST, PUT, PATCH, DELETE).',
    parameters: parameters(['url'], {
      url: address,
      method: { ...part.choice(['POST', 'PUT', 'PATCH', 'DELETE'], 'Method'), default: 'POST' },
      body: part.anyJson('Body', 'Text is sent as it is, other data as JSON.'),
      headers,
      authorization,
    }),
    _output: answer,
    effect: 'write',
    // The idempotency key goes out with every attempt, but not every server looks at it.
    idempotent: false,
    timeoutMs: 30_000,
    examples: [
      { parameters: { url: 'https://example.org/orders', method: 'POST', body: { id: 7 } }, result: EXAMPLE },
    ],
  },
];
