/**
 * What the form of a call offers: columns, values, files and fields, of what was computed of the plan (L-83), else of what
 * the files beside the goal and the contracts say. Runs nothing.
 */

import { useEffect, useMemo, useState } from 'react';
import { columnsOfPlan, hasColumns } from '../../check/columns-along.ts';
import { namesColumns, tablesOf } from '../../check/columns-read.ts';
import { fileReadBy, isOtherReader } from '../../check/file-readers.ts';
import { columnNamed, type KnownColumn } from '../../check/table-columns.ts';
import { OPENING_TOOL, type OpenedColumn, takenApart } from '../../check/take-apart.ts';
import type { Call, Plan } from '../../plan/document.ts';
import type { Edit } from '../../plan/edit.ts';
import { BASE_KINDS, isExpression, parseExpression, printRef, type Ref } from '../../plan/expression.ts';
import { kindsOf } from '../../plan/parsed-call.ts';
import type { LiveLook } from '../../run/messages.ts';
import { fieldsInSchema, schemaWord } from '../../stores/schema-fields.ts';
import { profilesOf } from '../../stores/session.ts';
import { type Source, sourcesOf, writersAbove } from '../../stores/sources.ts';
import { BUILT_INS } from '../../tools/built-ins.ts';
import type { Catalogue } from '../../tools/catalogue.ts';
import type { FileProfile } from '../../tools/file-profile.ts';
import {
  type ColumnKind,
  cellOffers,
  columnKind,
  type KnownData,
  type KnownPaths,
  type Offer,
} from '../form/known-data.ts';
import type { KnownForForm } from '../form/ValueField.tsx';
import { useDocument, useServices, useSession } from '../services.ts';

/** @param alongside takes edits that the next change of the form brings along: both are one step */
export function useKnownForForm(call: Call, alongside: (edits: readonly Edit[]) => void): KnownForForm {
  return { data: useKnownData(call, alongside), paths: useKnownPaths() };
}

function useKnownData(call: Call, alongside: (edits: readonly Edit[]) => void): KnownData {
  const { live, plans, swaps, session } = useServices();
  const plan = useDocument((state) => state.plan);
  const catalogue = useDocument((state) => state.catalogue);
  const files = useSession((state) => state.files);
  const tables = useMemo(() => tablesReadBy(plan, call), [plan, call]);
  const looked = useLiveTables(tables);

  return useMemo((): KnownData => {
    const contract = catalogue.get(call._tool);
    const isOurs = contract !== undefined && contract === BUILT_INS.get(call._tool);
    const profiles = (profilesOf({ files, filesComing: false }) ?? []).map(asItIsRead);
    const along =
      isOurs && hasColumns(call._tool) && profiles.length > 0
        ? columnsOfPlan(plan, catalogue, BUILT_INS, profiles)
        : undefined;
    const index = plan.calls.indexOf(call);
    const tablesFor = (parameter: string): readonly string[] =>
      (isOurs ? tablesOf(call._tool, parameter, call) : undefined) ?? [...tables.keys()];
    const fromFiles = (parameter: string): readonly KnownColumn[] =>
      index < 0 ? [] : tablesFor(parameter).flatMap((table) => along?.at(index, [table]) ?? []);
    const columns = (parameter: string) => {
      // A plan's own tool says by `x-kind` alone that a column is meant.
      if (isOurs && !namesColumns(parameter)) return [];
      const found = new Map<string, OpenedColumn<ColumnKind>>();
      for (const { name, type } of fromFiles(parameter)) found.set(name, { name, type: kindOf(type) });
      for (const table of tablesFor(parameter))
        for (const { name, type, inside } of looked.get(table)?.fields ?? []) {
          found.set(name, { name, type: columnKind(found.get(name)?.type, type), ...(inside && { inside }) });
        }
      return [...found.values()];
    };
    const opening = catalogue.get(OPENING_TOOL);
    const canOpen = isOurs && opening !== undefined && opening === BUILT_INS.get(OPENING_TOOL);
    return {
      columns,
      takingApart: (parameter) => {
        const [table, ...more] = tablesFor(parameter);
        // Of two tables the column may be in either.
        if (!canOpen || table === undefined || more.length > 0) return undefined;
        return ({ through, name }, set) => {
          alongside(takenApart(plan, call, table, through));
          set(name);
        };
      },
      cells: async (column, typed) => {
        for (const table of tablesFor('column')) {
          const name = columnNamed(looked.get(table)?.fields ?? [], column)?.name ?? column;
          for (const { call: writer, path } of tables.get(table) ?? []) {
            const found = await live.lookInto(writer, { path, column: name, typed });
            if (found?.counts && found.counts.distinct > 0) return cellOffers(found.counts, found.ofHead);
          }
        }
        const wanted = typed.trim().toLowerCase();
        const values = columnNamed(fromFiles('column'), column)?.values ?? [];
        const fitting = values.filter((value) => value.toLowerCase().includes(wanted));
        return { offers: fitting.map((value) => ({ value, text: value })) };
      },
      files: (parameter) => {
        if (contract?.effect !== 'read' || parameter !== 'file') return undefined;
        return files
          .filter(
            ({ profile }) => !isOurs || profile === undefined || !isOtherReader(call._tool, profile.kind),
          )
          .map(({ name, profile }): Offer => {
            const table = profile?.tables[0];
            const rows = table?.whole ? `${table.rows.toLocaleString('en')} rows` : undefined;
            return { value: name, text: name, ...(rows === undefined ? {} : { about: rows }) };
          });
      },
      giveFile: (file, name) => {
        const isRead = fileReadBy(call, catalogue, BUILT_INS) !== undefined;
        if (isRead && session.getState().view.kind === 'plan')
          return void swaps.give({ call: call._id }, file);
        plans.addFiles([file]);
        name(file.name);
      },
    };
  }, [plan, catalogue, files, call, tables, looked, live, plans, swaps, session, alongside]);
}

const KINDS: ReadonlyMap<string, ColumnKind> = new Map<string, ColumnKind>([
  ['text', 'text'],
  ['number', 'number'],
  ['date', 'date'],
  ['boolean', 'yes or no'],
  ['list', 'list'],
  ['object', 'fields'],
  ['mixed', 'mixed'],
]);
const kindOf = (type: string | undefined): ColumnKind | undefined => KINDS.get(type ?? '');

/** Cells of a CSV are texts and numbers: its yes and no are read as texts. */
const asItIsRead = (profile: FileProfile): FileProfile =>
  profile.kind !== 'csv'
    ? profile
    : {
        ...profile,
        tables: profile.tables.map((table) => ({
          ...table,
          columns: table.columns.map((one) => (one.type === 'boolean' ? { ...one, type: 'text' } : one)),
        })),
      };

/** By parameter: where the value stands that it reads whole. */
function tablesReadBy(plan: Plan, call: Call): ReadonlyMap<string, readonly Source[]> {
  const found = new Map<string, readonly Source[]>();
  for (const [name, value] of Object.entries(call)) {
    if (name.startsWith('_') || typeof value !== 'string' || !isExpression(value)) continue;
    const sources = sourcesOf(plan, value);
    if (sources.length > 0) found.set(name, sources);
  }
  return found;
}

const NOTHING: ReadonlyMap<string, LiveLook> = new Map();

/** The columns of those tables as they came, asked for again when they come to something else. */
function useLiveTables(tables: ReadonlyMap<string, readonly Source[]>): ReadonlyMap<string, LiveLook> {
  const { live } = useServices();
  const [looked, setLooked] = useState(NOTHING);
  // An edit makes the tables anew, mostly the same ones.
  const key = JSON.stringify([...tables]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of them.
  useEffect(() => {
    let isCurrent = true;
    const look = async (): Promise<void> => {
      const found = new Map<string, LiveLook>();
      for (const [name, sources] of tables)
        for (const { call, path } of sources) {
          const at = await live.lookInto(call, { path });
          if (at) found.set(name, at);
          if (at) break;
        }
      if (isCurrent) setLooked(found);
    };
    void look();
    const writers = new Set([...tables.values()].flat().map(({ call }) => call));
    const ends = [...writers].map((writer) => live.subscribe(writer, () => void look()));
    return () => {
      isCurrent = false;
      for (const end of ends) end();
    };
  }, [key, live]);
  return looked;
}

function useKnownPaths(): KnownPaths {
  const { live } = useServices();
  const plan = useDocument((state) => state.plan);
  const catalogue = useDocument((state) => state.catalogue);
  return useMemo(
    () => ({
      typeOf: (path) => {
        const ref = refOf(plan, path);
        return ref && schemaWord(schemasAt(plan, catalogue, ref));
      },
      fieldsBelow: async (path) => {
        const ref = refOf(plan, path);
        if (ref === undefined) return [];
        const offer = (key: string | number, type: string | undefined): Offer => {
          const text = printRef({ ...ref, path: [...ref.path, key] });
          return { value: text, text, ...(type === undefined ? {} : { about: type }) };
        };
        for (const { call, path: inside } of writersAbove(plan, ref)) {
          const found = await live.lookInto(call, { path: inside });
          if (found === undefined) continue;
          if (found.items !== undefined)
            return found.items > 0 ? [offer(0, `first of ${found.items.toLocaleString('en')}`)] : [];
          if (found.fields.length > 0)
            return found.fields.map(({ name, type }) => offer(name, type === 'nothing' ? undefined : type));
        }
        return fieldsInSchema(schemasAt(plan, catalogue, ref)).map(({ key, type }) => offer(key, type));
      },
    }),
    [plan, catalogue, live],
  );
}

function refOf(plan: Plan, path: string): Ref | undefined {
  const parsed = parseExpression(path, kindsOf(plan));
  if (!parsed.ok || parsed.value.type !== 'ref' || parsed.value.path.length === 0) return undefined;
  return parsed.value;
}

/** What the contracts, the plan's input and its state declare of a place: each schema with the way below it. */
function schemasAt(plan: Plan, catalogue: Catalogue, ref: Ref) {
  if (ref.kind === 'input') return [{ schema: plan.input?.schema, path: ref.path }];
  if (!BASE_KINDS.has(ref.kind) && plan.data?.[ref.kind] === undefined) return [];
  const tools = new Map(plan.calls.map(({ _id, _tool }) => [_id, _tool]));
  return [
    ...writersAbove(plan, ref).map(({ call, path }) => ({
      schema: catalogue.get(tools.get(call) ?? '')?._output,
      path,
    })),
    ...(ref.kind === 'state' ? [{ schema: plan.state?.schema, path: ref.path }] : []),
  ];
}
