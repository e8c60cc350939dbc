/** Plans to look at and to measure the canvas with: invented, the same every time. */

import type { ToolContract } from '../../../src/plan/contract-shape.ts';
import type { Call, Plan } from '../../../src/plan/document.ts';

const planOf = (id: string, calls: readonly Call[], tools: readonly ToolContract[] = []): Plan =>
  ({ format: 'obelus/plan', version: 1, id, title: id, calls, tools: [...tools] }) as Plan;

const text = { type: 'string' } as const;

const TOOLS: readonly ToolContract[] = [
  { name: 'findCustomer', effect: 'read', parameters: { type: 'object', properties: { email: text } } },
  {
    name: 'checkBillingHistory',
    effect: 'read',
    parameters: { type: 'object', properties: { customerId: text }, required: ['customerId'] },
  },
  {
    name: 'issueRefund',
    effect: 'irreversible',
    parameters: {
      type: 'object',
      properties: { customerId: text, amount: { type: 'number' }, reason: text },
      required: ['customerId', 'amount', 'reason'],
    },
  },
  { name: 'openTicket', effect: 'write', parameters: { type: 'object', properties: { about: text } } },
  { name: 'decideRefund', effect: 'none' },
  { name: 'sendMail', effect: 'irreversible' },
  { name: 'writeNote', effect: 'write' },
  { name: 'summarize', effect: 'none' },
];

/** A fork, a join and an error alternative: the shapes that a drawing has to get right. */
export function refundPlan(): Plan {
  return planOf(
    'refund',
    [
      {
        _id: 'customer',
        _tool: 'findCustomer',
        _description: 'Find the customer by the address they wrote from',
        email: '†input.email',
        _outputPath: '†state.customer',
      },
      {
        _id: 'history',
        _tool: 'checkBillingHistory',
        _description: 'Look at past orders',
        customerId: '†state.customer.id',
        limit: 20,
        _outputPath: '†state.history',
      },
      {
        _id: 'decide',
        _tool: 'decideRefund',
        _description: 'Decide by the rules of the house whether the last order may be refunded',
        history: '†state.history',
        customer: '†state.customer',
        rules: { days: 30, unless: ['digital', 'custom made'] },
        _outputPath: '†state.allowed || †state.denied || †state.error',
      },
      {
        _id: 'refund',
        _tool: 'issueRefund',
        _description: 'Give the money back',
        customerId: '†state.customer.id',
        amount: '†state.allowed.amount',
        _outputPath: '†state.receipt',
      },
      {
        _id: 'explain',
        _tool: 'summarize',
        _description: 'Explain the refusal in two friendly sentences',
        reason: '†state.denied',
        _outputPath: '†state.explanation',
      },
      {
        _id: 'ticket',
        _tool: 'openTicket',
        about: '†state.error.message',
        priority: 'high',
        _outputPath: '†state.ticket',
      },
      {
        _id: 'answer',
        _tool: 'sendMail',
        _description: 'Answer the customer',
        to: '†state.customer.email',
        body: '†state.receipt || †state.explanation || †state.ticket',
      },
      {
        _id: 'note',
        _tool: 'writeNote',
        _after: '†state.receipt',
        text: { what: 'refunded', who: '†state.customer.name' },
        _outputPath: '†state.notes',
        _outputMethod: 'push',
      },
      {
        _id: 'mystery',
        _tool: 'somebody else’s tool',
        _forEach: '†state.history.orders',
        _delegate: 'plan:order_check@2',
        a: 1,
        b: true,
        c: 'three',
        d: null,
        e: [1, 2, 3],
        f: 'six, which is a rather long text that does not fit on the card at all',
        g: 7,
        h: 8,
        i: 9,
        j: '†state..broken',
        _outputPath: '†state.checks',
      },
    ],
    TOOLS,
  );
}

const WORDS = ['load', 'clean', 'match', 'join', 'count', 'chart', 'check', 'write'];

/** `size` calls, each reading two earlier ones among its last `near`. The numbers are a fixed sequence. */
export function randomPlan(size: number, near = 40): Plan {
  let seed = 7;
  const next = (): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed / 0x7fffffff;
  };
  const calls: Call[] = [];
  for (let i = 0; i < size; i++) {
    const earlier = (): string => `†state.r${Math.max(0, i - 1 - Math.floor(next() * near))}`;
    const reads = i === 0 ? {} : { left: earlier(), right: earlier() };
    calls.push({
      _id: `c${i}`,
      _tool: `${WORDS[i % WORDS.length]}Rows`,
      _description: `Step ${i} of a long piece of work`,
      ...reads,
      limit: i,
      _outputPath: `†state.r${i}`,
    });
  }
  return planOf(`random-${size}`, calls);
}

/** A random plan each call of which runs a plan of its own, of so many calls (L-52). */
export function nestedPlan(count: number, each: number): Plan {
  const { calls, ...rest } = randomPlan(count);
  const plans = Object.fromEntries(
    calls.map(({ _id }, i) => [
      _id,
      {
        title: `Part ${i + 1}`,
        input: { schema: { type: 'object', properties: { a: {}, b: text }, required: ['a'] } },
        tools: [...TOOLS],
        calls: randomPlan(each).calls,
      },
    ]),
  );
  const nested = calls.map((call): Call => ({ ...call, _delegate: `#${call._id}` }));
  return { ...rest, calls: nested, plans } as Plan;
}
