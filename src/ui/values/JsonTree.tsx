/** JSON as a tree: arrows open, close and walk it; of a long list those entries are there that are asked for. */

import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { itemAt } from '../../lib/columns.ts';
import { isObject, type Json } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import { LargeValue, sizeInWords } from '../../run/large-value.ts';
import { counted } from '../words.ts';
import styles from './JsonTree.module.css';

type Path = readonly (string | number)[];

interface JsonTreeProps {
  readonly value: Json;
  readonly label: string;
  /** A list below is to be read as a table. */
  readonly onTable?: (path: Path) => void;
}

/** A line of the tree as it stands. */
interface Line {
  readonly key: string;
  readonly path: Path;
  readonly name: string;
  readonly value: Json;
  readonly level: number;
  readonly place: number;
  readonly of: number;
  readonly isOpen: boolean | null;
  /** In the place of entries that are not there yet: how many. */
  readonly more?: number;
}

/** Entries of one list or object that are shown before more are asked for. */
const STEP = 100;
/** Lines in all: a tree is walked, not scrolled for an hour. */
const MOST_LINES = 5_000;
const TEXT = 2_000;

export function JsonTree({ value, label, onTable }: JsonTreeProps) {
  const tree = useRef<HTMLDivElement>(null);
  /** By key: how many entries of it are shown; 0 where it is closed. */
  const [open, setOpen] = useState<ReadonlyMap<string, number>>(() => new Map([['', STEP]]));
  const [active, setActive] = useState('');
  const lines = useMemo(() => linesOf(value, open), [value, open]);
  const at = Math.max(
    0,
    lines.findIndex(({ key }) => key === active),
  );
  const toggle = ({ key, more, isOpen }: Line) => {
    if (more !== undefined) {
      const holder = key.slice(0, key.lastIndexOf('/'));
      setOpen(new Map(open).set(holder, (open.get(holder) ?? 0) + STEP));
    } else if (isOpen !== null) setOpen(new Map(open).set(key, isOpen ? 0 : STEP));
  };
  const go = (next: number) => {
    const line = lines[Math.max(0, Math.min(lines.length - 1, next))];
    if (!line) return;
    setActive(line.key);
    tree.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(line.key)}"]`)?.focus();
  };
  const keyed = (event: KeyboardEvent) => {
    const line = itemAt(lines, at);
    const { isOpen, level } = line;
    const ways: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      Home: () => go(0),
      End: () => go(lines.length - 1),
      ArrowRight: () => (isOpen === true ? go(at + 1) : toggle(line)),
      ArrowLeft: () => {
        if (isOpen === true && level > 1) toggle(line);
        else go(lines.findLastIndex((one, i) => i < at && one.level < level));
      },
      Enter: () => toggle(line),
      ' ': () => toggle(line),
    };
    const way = Object.hasOwn(ways, event.key) ? ways[event.key] : undefined;
    if (!way || event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    event.stopPropagation();
    way();
  };
  return (
    <div ref={tree} role="tree" aria-label={label} className={styles.tree} onKeyDown={keyed}>
      {lines.map((line, i) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keyboard for all of its lines.
        <div
          key={line.key}
          role="treeitem"
          data-key={line.key}
          aria-level={line.level}
          aria-posinset={line.place}
          aria-setsize={line.of}
          aria-expanded={line.isOpen ?? undefined}
          aria-selected={i === at}
          tabIndex={i === at ? 0 : -1}
          className={styles.line}
          style={{ paddingInlineStart: (line.level - 1) * 16 + 4 }}
          onClick={() => {
            setActive(line.key);
            toggle(line);
          }}
          onFocus={() => setActive(line.key)}
        >
          <LineWords line={line} />
          {onTable && line.level > 1 && isList(line.value) ? (
            <button
              type="button"
              tabIndex={i === at ? 0 : -1}
              className={styles.table}
              onClick={(event) => {
                event.stopPropagation();
                onTable(line.path);
              }}
            >
              as a table
            </button>
          ) : null}
        </div>
      ))}
      {lines.length >= MOST_LINES ? (
        <p className="small">More lines than these are not shown at a time: close some.</p>
      ) : null}
    </div>
  );
}

/** Of entries that are there, or kept apart. */
const isList = (value: Json): boolean =>
  (value as unknown) instanceof LargeValue
    ? (value as unknown as LargeValue).kind === 'list'
    : Array.isArray(value) && value.length > 0;

function LineWords({ line: { name, value, isOpen, more } }: { line: Line }) {
  if (more !== undefined)
    return <span className={styles.more}>… and {counted(more, 'more entry', 'more entries')}</span>;
  return (
    <>
      <span className={styles.mark} aria-hidden>
        {isOpen === null ? null : isOpen ? <ChevronDown size={12} /> : <ChevronRight size={12} />}
      </span>
      {name === '' ? null : <bdi className={styles.name}>{visible(name)}</bdi>}
      <bdi className={styles.value} data-kind={value === null ? 'null' : typeof value}>
        {words(value)}
      </bdi>
    </>
  );
}

function words(value: Json): string {
  if (value instanceof LargeValue) return `(${sizeInWords(value)}, kept apart)`;
  if (Array.isArray(value)) return value.length === 0 ? '[ ]' : counted(value.length, 'entry', 'entries');
  if (isObject(value)) {
    const names = Object.keys(value);
    return names.length === 0 ? '{ }' : counted(names.length, 'field');
  }
  if (typeof value !== 'string') return String(value);
  const shown = visible(value.slice(0, TEXT));
  return value.length > TEXT ? `“${shown}…”, ${value.length.toLocaleString('en')} characters` : `“${shown}”`;
}

function linesOf(top: Json, open: ReadonlyMap<string, number>): readonly Line[] {
  const lines: Line[] = [];
  const visit = (
    value: Json,
    name: string,
    path: Path,
    key: string,
    level: number,
    place: number,
    of: number,
  ) => {
    if (lines.length >= MOST_LINES) return;
    const entries = entriesOf(value);
    const shown = open.get(key) ?? 0;
    lines.push({ key, path, name, value, level, place, of, isOpen: entries === null ? null : shown > 0 });
    if (entries === null || shown === 0) return;
    const count = Math.min(shown, entries.length);
    for (let i = 0; i < count; i++) {
      const [of_, item] = entries.at(i);
      visit(item, String(of_), [...path, of_], `${key}/${i}`, level + 1, i + 1, entries.length);
    }
    const more = entries.length - count;
    if (more > 0)
      lines.push({
        ...{ key: `${key}/more`, path, name: '', value: null, level: level + 1 },
        ...{ place: count + 1, of: entries.length, isOpen: null, more },
      });
  };
  visit(top, '', [], '', 1, 1, 1);
  return lines;
}

interface Entries {
  readonly length: number;
  at(i: number): readonly [string | number, Json];
}

/** null for what holds nothing. */
function entriesOf(value: Json): Entries | null {
  if (value instanceof LargeValue) return null;
  if (Array.isArray(value))
    return value.length === 0 ? null : { length: value.length, at: (i) => [i, value[i] ?? null] };
  if (!isObject(value)) return null;
  const names = Object.keys(value);
  if (names.length === 0) return null;
  return {
    length: names.length,
    at: (i) => [itemAt(names, i), (value as Record<string, Json>)[itemAt(names, i)] ?? null],
  };
}
