/** Cases that run nothing: parse, validate, diff, import. */

import { checkPlan } from '../../check/check.ts';
import { sign } from '../../flows/sign.ts';
import { assertNever } from '../../lib/assert.ts';
import { itemAt } from '../../lib/columns.ts';
import type { Json, JsonObject } from '../../lib/json.ts';
import { delegatesOf } from '../../plan/delegates.ts';
import { diffCalls } from '../../plan/diff.ts';
import {
  isExpression,
  literalOf,
  parseExpression,
  parseOutputPath,
  printExpression,
  printRef,
} from '../../plan/expression.ts';
import { buildGraph, edgesOf } from '../../plan/graph.ts';
import { importPlan } from '../../plan/import.ts';
import { catalogueOf } from '../../tools/catalogue.ts';
import type { Case, Outcome } from './case.ts';
import { catalogueFor, libraryOf, planOf, settingFor } from './setting.ts';

export function staticCase(
  given: Case & { readonly kind: 'parse' | 'validate' | 'diff' | 'import' | 'hash' },
): Outcome {
  switch (given.kind) {
    case 'parse':
      return parseCase(given.text ?? '', given.as ?? 'parameter');
    case 'validate':
      return validateCase(given);
    case 'diff': {
      const { removed, added, revised } = diffCalls(given.before ?? [], given.after ?? []);
      return { removed: [...removed], added: [...added], revised: [...revised] };
    }
    case 'hash':
      return hashCase(given);
    case 'import':
      return importCase(given.document ?? null);
    default:
      return assertNever(given.kind);
  }
}

function parseCase(text: string, as: 'parameter' | 'outputPath'): Outcome {
  if (as === 'outputPath') {
    const parsed = parseOutputPath(text);
    if (!parsed.ok) return { code: parsed.error.code };
    const fans = parsed.value.alternatives.map((refs) => refs.map(printRef).join(' && '));
    return {
      print: fans.map((fan) => (fans.length > 1 && fan.includes('&&') ? `(${fan})` : fan)).join(' || '),
    };
  }
  if (!isExpression(text)) return { literal: literalOf(text) };
  const parsed = parseExpression(text);
  return parsed.ok ? { print: printExpression(parsed.value) } : { code: parsed.error.code };
}

function validateCase(given: Case): Outcome {
  const plan = planOf(given.plan ?? {}, given.policy);
  const { problems } = checkPlan(plan, catalogueFor(plan), {
    library: libraryOf(given),
    catalogueBelow: catalogueFor,
  });
  const errors = problems.filter((problem) => problem.severity === 'error');
  return {
    errors: errors.map((problem) => ({ code: problem.code, calls: [...problem.calls] })),
    codes: [...new Set(errors.map(({ code }) => code))],
    warnings: problems.filter((problem) => problem.severity === 'warning').map((problem) => problem.code),
  };
}

/** Whether who approved the one has approved the other (L-70). */
function hashCase(given: Case): Outcome {
  const hashOf = (document: JsonObject): string => {
    const plan = planOf(document);
    const below = delegatesOf(plan, libraryOf(given));
    const signed = sign(plan, settingFor(plan, below), below);
    return signed.ok ? signed.value.hash : signed.error;
  };
  return { same: hashOf(given.plan ?? {}) === hashOf(given.other ?? {}) };
}

function importCase(document: Json): Outcome {
  const imported = importPlan(document, { planId: () => 'case' });
  if (!imported.ok)
    return { ids: [], edges: [], errors: imported.error.map((problem) => ({ code: problem.code })) };
  const { plan } = imported.value;
  // Contracts that the import itself added close no list: the other tools are still any tools.
  const { tools, ...bare } = plan;
  const { problems } = checkPlan(plan, catalogueOf(catalogueFor(bare).list(), tools));
  return {
    ids: plan.calls.map((call) => call._id),
    edges: pairs(plan),
    errors: problems
      .filter((problem) => problem.severity === 'error')
      .map((problem) => ({ code: problem.code, calls: [...problem.calls] })),
  };
}

function pairs(plan: Parameters<typeof buildGraph>[0]): string[][] {
  const graph = buildGraph(plan);
  const seen = new Map<string, string[]>();
  for (const edge of edgesOf(graph)) {
    const pair = [itemAt(graph.calls, edge.from).call._id, itemAt(graph.calls, edge.to).call._id];
    seen.set(pair.join('\0'), pair);
  }
  return [...seen.values()];
}
