/** Builds the CodeMirror view of a JSON editor. Knows text, paths and problems; no React and no store. */

import {
  autocompletion,
  type CompletionContext,
  closeBrackets,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, linter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import type { Problem } from '../../check/problem.ts';
import { jsonEquals } from '../../lib/json.ts';
import type { JsonPath } from '../../plan/edit.ts';

export interface EditorHandle {
  /** Takes the text over unless what is typed already means the same. */
  adopt(text: string): void;
  /** Shows the checks' problems at their places. */
  mark(problems: readonly Problem[]): void;
  destroy(): void;
}

interface EditorOptions {
  readonly label: string;
  readonly text: string;
  readonly paths: () => readonly string[];
  readonly onText: (text: string) => void;
}

const LOOK = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'transparent', fontSize: '12px', maxHeight: '60vh' },
  '.cm-content': { fontFamily: 'var(--font-mono)', caretColor: 'var(--accent)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 26%, transparent)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface-raised)',
    border: '1px solid var(--border)',
    borderRadius: '6px',
    boxShadow: 'var(--shadow-float)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--accent-contrast)',
  },
});

const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--info)' },
  { tag: tags.string, color: 'var(--text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--violet)' },
  { tag: tags.punctuation, color: 'var(--text-muted)' },
]);

const completePaths = (paths: () => readonly string[]) => (context: CompletionContext) => {
  const typed = context.matchBefore(/†[\w$.[\]"-]*/);
  if (!typed) return null;
  return {
    from: typed.from,
    options: paths().map((label) => ({ label, type: 'variable' })),
    validFor: /^†[\w$.-]*$/,
  };
};

const meansTheSame = (a: string, b: string): boolean => {
  try {
    return jsonEquals(JSON.parse(a), JSON.parse(b));
  } catch {
    return false;
  }
};

export function mountEditor(host: HTMLElement, options: EditorOptions): EditorHandle {
  // React mounts an effect twice in strict mode; a host has one shadow root for ever.
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  let adopting = false;
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        json(),
        history(),
        drawSelection(),
        closeBrackets(),
        syntaxHighlighting(COLOURS),
        linter(jsonParseLinter(), { delay: 250 }),
        autocompletion({ override: [completePaths(options.paths)] }),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': options.label }),
        keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !adopting) options.onText(update.state.doc.toString());
        }),
        LOOK,
      ],
    }),
  });

  return {
    adopt: (text) => {
      const typed = view.state.doc.toString();
      if (typed === text || meansTheSame(typed, text)) return;
      adopting = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
      adopting = false;
    },
    mark: (problems) => {
      const text = view.state.doc.toString();
      const diagnostics = problems.flatMap((problem): Diagnostic[] => {
        const range = rangeOfPath(text, problem.path);
        return range ? [{ ...range, severity: problem.severity, message: problem.message }] : [];
      });
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    destroy: () => view.destroy(),
  };
}

/** Offsets in UTF-16 units; the nearest thing around it where the path is not there, nothing where the text is no JSON. */
export function rangeOfPath(text: string, path: JsonPath): { from: number; to: number } | undefined {
  const tree = parseTree(text);
  if (!tree) return undefined;
  for (let depth = path.length; depth > 0; depth--) {
    const node = findNodeAtLocation(tree, path.slice(0, depth) as (string | number)[]);
    if (node) return { from: node.offset, to: node.offset + node.length };
  }
  // The whole object would be underlined: its first character is mark enough.
  return { from: tree.offset, to: Math.min(text.length, tree.offset + 1) };
}
