/** What an answer of a model cost: its tokens, and dollars where they are known. Pure. */

/** What an answer took, as a server says. */
interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cost?: number;
}

/** US dollars for a million tokens. */
export interface Prices {
  readonly input: number;
  readonly output: number;
}

/** As it stands in `llm_recorded`. */
export interface Paid {
  readonly tokens?: { readonly input: number; readonly output: number };
  /** US dollars. */
  readonly cost?: number;
}

/** As much as is known of two: of a price that one of them does not say, nothing is. */
export function bothPaid(one: Paid, other: Paid): Paid {
  if (!one.tokens) return other;
  if (!other.tokens) return one;
  const tokens = {
    input: one.tokens.input + other.tokens.input,
    output: one.tokens.output + other.tokens.output,
  };
  if (one.cost === undefined || other.cost === undefined) return { tokens };
  return { tokens, cost: one.cost + other.cost };
}

const A_MILLION = 1_000_000;

/** What the server says it cost comes before what its prices say. A server may say anything: what is no amount counts as unsaid. */
export function paidFor(usage: Usage | undefined, prices: Prices | undefined): Paid {
  if (!usage) return {};
  const { inputTokens, outputTokens, cost } = usage;
  if (!isAmount(inputTokens) || !isAmount(outputTokens)) return {};
  const tokens = { input: inputTokens, output: outputTokens };
  if (isAmount(cost)) return { tokens, cost };
  if (!prices || !isAmount(prices.input) || !isAmount(prices.output)) return { tokens };
  return { tokens, cost: (inputTokens * prices.input + outputTokens * prices.output) / A_MILLION };
}

const isAmount = (value: number | undefined): value is number =>
  value !== undefined && Number.isFinite(value) && value >= 0;
