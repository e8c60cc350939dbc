/** Which contracts a prompt carries when there are more than a model can use well: retrieval over names and words. */

import MiniSearch from 'minisearch';
import type { ToolContract } from '../../plan/contract-shape.ts';

/** Up to here every contract goes into the prompt. */
const MAX_CONTRACTS = 60;

/** The contracts that fit the goal best, in their own order, and how many were left out. */
export function narrowCatalogue(
  contracts: readonly ToolContract[],
  goal: string,
  needed: ReadonlySet<string>,
  limit: number = MAX_CONTRACTS,
): { readonly shown: readonly ToolContract[]; readonly leftOut: number } {
  if (contracts.length <= limit) return { shown: contracts, leftOut: 0 };
  const index = new MiniSearch<{ id: number; name: string; words: string }>({
    fields: ['name', 'words'],
    searchOptions: { boost: { name: 2 }, prefix: true, fuzzy: 0.1 },
  });
  index.addAll(
    contracts.map((contract, id) => ({
      id,
      // `sendInvoiceEmail` and `send_invoice.email` are found by their words.
      name: contract.name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_.]/g, ' '),
      words: `${contract.title ?? ''} ${contract.description ?? ''}`,
    })),
  );
  const ranked = index.search(goal).map((hit) => hit.id as number);
  const chosen = new Set(contracts.flatMap((contract, id) => (needed.has(contract.name) ? [id] : [])));
  // What the words do not find is filled up in list order, so that the limit is always used.
  for (const id of [...ranked, ...contracts.keys()]) {
    if (chosen.size >= limit) break;
    chosen.add(id);
  }
  return { shown: contracts.filter((_, id) => chosen.has(id)), leftOut: contracts.length - chosen.size };
}
