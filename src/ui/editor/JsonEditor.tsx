/**
 * CodeMirror for JSON with completion of † paths and the checks' problems in place. It lives in a shadow root, where
 * its styles are constructed sheets: a <style> element in the page would break the policy.
 */

import { useEffect, useRef } from 'react';
import type { Problem } from '../../check/problem.ts';
import styles from './JsonEditor.module.css';
import { type EditorHandle, mountEditor } from './mount-editor.ts';

interface JsonEditorProps {
  label: string;
  /** Taken over when it says something else than what is typed, as after an undo. */
  text: string;
  /** What was typed before and is not whole yet: it is opened with instead, once. */
  unfinished?: string | undefined;
  paths: readonly string[];
  problems: readonly Problem[];
  onText: (text: string) => void;
}

export function JsonEditor({ label, text, unfinished, paths, problems, onText }: JsonEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorHandle | null>(null);
  const live = useRef({ paths, onText });
  live.current = { paths, onText };

  // biome-ignore lint/correctness/useExhaustiveDependencies: mounted once; later text comes by the effects below.
  useEffect(() => {
    const mounted = mountEditor(host.current!, {
      label,
      text: unfinished ?? text,
      paths: () => live.current.paths,
      onText: (typed) => live.current.onText(typed),
    });
    editor.current = mounted;
    return () => {
      editor.current = null;
      mounted.destroy();
    };
  }, []);

  const first = useRef(unfinished !== undefined);
  useEffect(() => {
    const isUnfinished = first.current;
    first.current = false;
    if (!isUnfinished) editor.current?.adopt(text);
  }, [text]);
  useEffect(() => editor.current?.mark(problems), [problems]);

  return <div ref={host} className={styles.editor} />;
}
