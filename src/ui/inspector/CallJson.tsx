/** A call as JSON. What is typed is applied when it is whole and is a call; until then the plan stays as it was. */

import { type ClipboardEvent, useRef, useState } from 'react';
import { isObject } from '../../lib/json.ts';
import type { Call } from '../../plan/document.ts';
import { createOfferedPaths } from '../../stores/paths.ts';
import { JsonEditor } from '../editor/JsonEditor.tsx';
import { useDocument, useServices } from '../services.ts';
import styles from './Inspector.module.css';

const UNFINISHED = 'This is not JSON yet. The plan still has the last whole version.';

export default function CallJson({ call }: { call: Call }) {
  const { document, session, canvas, now } = useServices();
  const plan = useDocument((state) => state.plan);
  const catalogue = useDocument((state) => state.catalogue);
  const problems = useDocument((state) => state.problems).filter((problem) => problem.calls[0] === call._id);
  const [pathsOf] = useState(createOfferedPaths);
  const paths = pathsOf(plan, catalogue, call._id);
  const [refusal, setRefusal] = useState<string | null>(() =>
    unfinishedJson(plan.id, call._id) === undefined ? null : UNFINISHED,
  );
  // The id may be changed by typing: edits go to the call under the name it has now.
  const id = useRef(call._id);

  /** A call that comes from the clipboard is a stranger's, here as on the canvas, unless it was copied here. */
  const pasted = useRef(false);
  const onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text/plain');
    pasted.current = text.includes('"_tool"') && text.replaceAll('\r\n', '\n') !== canvas.copied?.text;
  };

  const planId = plan.id;
  const [opened] = useState(() => unfinishedJson(planId, call._id));

  const apply = (text: string): void => {
    keepUnfinished(planId, call._id, text);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      setRefusal(UNFINISHED);
      return;
    }
    if (!isObject(value) || typeof value._id !== 'string' || typeof value._tool !== 'string') {
      setRefusal('A call is an object with a text "_id" and a text "_tool".');
      return;
    }
    const next = value as unknown as Call;
    const done = document.actions.edit([{ kind: 'replace-call', id: id.current, call: next }], {
      label: `Edit ${id.current} as JSON`,
      mark: `${call._id}.json`,
      ...(pasted.current ? { came: { by: { kind: 'pasted', at: now() } } } : {}),
    });
    if (done.ok) pasted.current = false;
    setRefusal(done.ok ? null : done.error);
    if (done.ok) keepUnfinished(planId, call._id, undefined);
    if (done.ok && next._id !== id.current) {
      id.current = next._id;
      session.actions.select([next._id]);
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to the editor and is none.
    <div onBlur={() => document.actions.seal()} onPasteCapture={onPaste}>
      <JsonEditor
        label={`${call._id} as JSON`}
        text={JSON.stringify(call, null, 2)}
        unfinished={opened}
        paths={paths}
        problems={problems}
        onText={apply}
      />
      {refusal ? (
        <p role="status" className={`small fault ${styles.refusal}`}>
          {refusal}
        </p>
      ) : null}
    </div>
  );
}

/** What was typed as JSON and is no call yet, by plan and call: closing the inspector must not lose it. This tab only. */
const KEPT_AT_MOST = 50;
const kept = new Map<string, string>();

const keyOf = (plan: string, call: string): string => `${plan} ${call}`;

const unfinishedJson = (plan: string, call: string): string | undefined => kept.get(keyOf(plan, call));

/** `text` undefined: it is finished, or given up. The oldest of very many are forgotten. */
function keepUnfinished(plan: string, call: string, text: string | undefined): void {
  kept.delete(keyOf(plan, call));
  if (text === undefined) return;
  kept.set(keyOf(plan, call), text);
  if (kept.size > KEPT_AT_MOST) kept.delete(kept.keys().next().value!);
}
