/** Columns and cells of the tables that a call reads, as far as the files beside the goal tell them. Runs nothing. */

import { useMemo } from 'react';
import { columnsOfPlan, hasColumns } from '../../check/columns-along.ts';
import { tablesOf } from '../../check/columns-read.ts';
import { columnNamed, type KnownColumn } from '../../check/table-columns.ts';
import type { Call } from '../../plan/document.ts';
import { profilesOf } from '../../stores/session.ts';
import { builtInTools } from '../../tools/built-in.ts';
import { catalogueOf } from '../../tools/catalogue.ts';
import type { KnownCells } from '../form/ValueField.tsx';
import { useDocument, useSession } from '../services.ts';

const BUILT_IN = catalogueOf(builtInTools);

/** undefined where nothing is known: the fields are then plain text. */
export function useKnownCells(call: Call): KnownCells | undefined {
  const plan = useDocument((state) => state.plan);
  const catalogue = useDocument((state) => state.catalogue);
  const files = useSession((state) => state.files);
  return useMemo(() => {
    const profiles = profilesOf({ files });
    if (profiles.length === 0 || !hasColumns(call._tool)) return undefined;
    if (catalogue.get(call._tool) !== BUILT_IN.get(call._tool)) return undefined;
    const along = columnsOfPlan(plan, catalogue, BUILT_IN, profiles);
    const index = plan.calls.indexOf(call);
    if (index < 0) return undefined;
    const of = (parameter: string): readonly KnownColumn[] =>
      (tablesOf(call._tool, parameter, call) ?? []).flatMap((table) => along.at(index, [table]) ?? []);
    return {
      columns: (parameter) => [...new Set(of(parameter).map(({ name }) => name))],
      cells: (column) => columnNamed(of('column'), column)?.values ?? [],
    };
  }, [plan, catalogue, files, call]);
}
