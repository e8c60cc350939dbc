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

/** What is known of two answers to one question: what one of them does not say is left out, so that the other's is charged. */
export function bothPaid(one: Paid, other: Paid): Paid {
  const { tokens, cost } = one;
  const { tokens: more, cost: dearer } = other;
  const both =
    tokens && more
      ? { input: tokens.input + more.input, output: tokens.output + more.output }
      : (tokens ?? more);
  const sum = cost === undefined ? dearer : cost + (dearer ?? 0);
  return { ...(both ? { tokens: both } : {}), ...(sum === undefined ? {} : { cost: sum }) };
}

const A_MILLION = 1_000_000;

/** What the server says it cost comes before what its prices say. A server may say anything: what is no amount counts as unsaid. */
export function paidFor(usage: Usage | undefined, prices: Prices | undefined): Paid {
  if (!usage) return {};
  const { inputTokens, outputTokens, cost } = usage;
  const said = isAmount(cost) ? { cost } : {};
  if (!isAmount(inputTokens) || !isAmount(outputTokens)) return said;
  const tokens = { input: inputTokens, output: outputTokens };
  if (isAmount(cost)) return { tokens, cost };
  if (!prices || !isAmount(prices.input) || !isAmount(prices.output)) return { tokens };
  return { tokens, cost: (inputTokens * prices.input + outputTokens * prices.output) / A_MILLION };
}

const isAmount = (value: number | undefined): value is number =>
  value !== undefined && Number.isFinite(value) && value >= 0;

/** Dollars: three answers at 0.1 come to more than 0.3. */
export const ROUNDING = 1e-9;
