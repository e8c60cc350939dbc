/** Walks the texts of a call that hold its wires, in document order (L-5). Parses none of them; knows no plan. */

import { itemAt } from '../lib/columns.ts';
import type { Json } from '../lib/json.ts';
import type { Call } from './document.ts';
import type { JsonPath } from './edit.ts';

/** Where an expression stands in its call. */
export type PlaceRole = 'parameter' | 'after' | 'forEach' | 'scope';

interface TextVisitor {
  /**
   * A text that is an expression or, in a parameter, has a dagger in it.
   * @param below where it stands, from the call on, if that is not right under `key`
   */
  text(text: string, role: PlaceRole, key: string, below: JsonPath | undefined): void;
  /** The output path. */
  target(text: string): void;
}

const DAGGER = '†';
const DAGGER_CODE = 0x2020;
const UNDERSCORE = 95;

/** @param declared the `_` keys that the call's contract has as parameters (§2) */
export function visitTexts(call: Call, declared: ReadonlySet<string>, visitor: TextVisitor): void {
  for (const key in call) {
    const value = call[key];
    if (key.charCodeAt(0) !== UNDERSCORE || declared.has(key)) {
      if (typeof value === 'string') {
        if (mayHoldReference(value)) visitor.text(value, 'parameter', key, undefined);
      } else if (typeof value === 'object' && value !== null) {
        visitNested(value as Json, key, visitor);
      }
    } else if (key === '_outputPath') {
      if (typeof value === 'string') visitor.target(value);
    } else if (key === '_after') {
      if (typeof value === 'string') visitor.text(value, 'after', key, undefined);
    } else if (key === '_forEach') {
      if (typeof value === 'string') visitor.text(value, 'forEach', key, undefined);
    } else if (key === '_scopes') {
      if (Array.isArray(value)) visitScopes(value, visitor);
    }
  }
}

/** A scope may be named without its dagger (L-51). Apart, for a closure in the walk would cost every key of every call. */
function visitScopes(scopes: readonly unknown[], visitor: TextVisitor): void {
  for (const [i, scope] of scopes.entries()) {
    if (typeof scope !== 'string') continue;
    const text = scope.startsWith(DAGGER) ? scope : `${DAGGER}${scope}`;
    visitor.text(text, 'scope', '_scopes', ['_scopes', i]);
  }
}

/** Depth-first without recursion, in document order: a stranger's nesting must not end our stack. */
function visitNested(root: Json, key: string, visitor: TextVisitor): void {
  const stack: { value: Json; path: JsonPath }[] = [{ value: root, path: [key] }];
  for (let item = stack.pop(); item; item = stack.pop()) {
    const { value, path } = item;
    if (typeof value === 'string') {
      visitor.text(value, 'parameter', key, path);
    } else if (Array.isArray(value)) {
      for (let i = value.length - 1; i >= 0; i--)
        if (mayHoldReference(itemAt(value, i))) stack.push({ value: itemAt(value, i), path: [...path, i] });
    } else if (typeof value === 'object' && value !== null) {
      const keys = Object.keys(value);
      for (let i = keys.length - 1; i >= 0; i--) {
        const child = value[itemAt(keys, i)]!;
        if (mayHoldReference(child)) stack.push({ value: child, path: [...path, itemAt(keys, i)] });
      }
    }
  }
}

/** The first character tells of most that are: a search through the text takes longer than to read it. */
const mayHoldReference = (value: Json) =>
  typeof value === 'string'
    ? value.charCodeAt(0) === DAGGER_CODE || value.includes(DAGGER)
    : typeof value === 'object' && value !== null;
