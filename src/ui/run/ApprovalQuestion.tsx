/** A call that asks before it starts: the values it would use, which may be changed for this attempt (L-72). */

import { useState } from 'react';
import type { JsonObject } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { effectOf, type ToolContract } from '../../tools/catalogue.ts';
import { Button } from '../parts/Button.tsx';
import { type Answer, useServices } from '../services.ts';
import { EFFECT } from '../words.ts';
import { ParamsEditor } from './ParamsEditor.tsx';
import styles from './Questions.module.css';
import { useAskingCall } from './use-asking-call.ts';
import { questionName, useTyped } from './use-typed.ts';

const NOTHING: JsonObject = {};

interface ApprovalQuestionProps {
  run: ShownRun;
  call: string;
  title: string;
  /** What has been done already, with the same values (L-42). */
  repeats: string | null;
  onAnswer: (answer: Answer) => void;
}

export function ApprovalQuestion({ run, call, title, repeats, onAnswer }: ApprovalQuestionProps) {
  const { tool, contract, others, params } = useAskingCall(run, call);
  const [changed, setChanged] = useTyped<JsonObject>(`${questionName(run.runId, call)} changed`, NOTHING);
  const isChanged = Object.keys(changed).length > 0;
  const reject = (
    <Button
      tone={repeats === null ? 'plain' : 'primary'}
      onClick={() => onAnswer({ call, choose: 'reject' })}
    >
      {repeats === null ? 'Reject' : 'Leave it out'}
    </Button>
  );
  const approve = (
    <Button
      tone={repeats === null ? 'primary' : 'plain'}
      disabled={params === null}
      onClick={() => onAnswer({ call, choose: 'approve', ...(isChanged ? { params: changed } : {}) })}
    >
      {isChanged ? 'Approve with changes' : repeats !== null ? 'Approve it again' : 'Approve this call'}
    </Button>
  );
  return (
    <>
      <h2 className={styles.title}>
        {title} – let it run{repeats === null ? '' : ' again'}?
      </h2>
      <p className={styles.text}>
        {repeats === null ? '' : `“${repeats}” has done the same already, with the same values. `}
        {tool} · {EFFECT[effectOf(contract)]}. It will use these values:
      </p>
      {params ? (
        <ParamsEditor schema={contract?.parameters} params={params} changed={changed} onChange={setChanged} />
      ) : null}
      <AnotherTool run={run} call={call} others={others} />
      <div className={styles.choices}>
        {/* The main button, the last, is never the one that does a second time what was done. */}
        {repeats === null ? reject : approve}
        {repeats === null ? approve : reject}
      </div>
    </>
  );
}

interface AnotherToolProps {
  run: ShownRun;
  call: string;
  others: readonly ToolContract[];
}

/** Another tool is another plan from here on: it is put in on the canvas, shown as a difference, and signed with that. */
function AnotherTool({ run, call, others }: AnotherToolProps) {
  const { running } = useServices();
  const [tool, setTool] = useState(others[0]?.name ?? '');
  return (
    <details
      className={styles.fields}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) currentTarget.scrollIntoView({ block: 'nearest' });
      }}
    >
      <summary>Take another tool</summary>
      <label className={styles.check}>
        Tool
        <select value={tool} onChange={(event) => setTool(event.target.value)}>
          {others.map(({ name, title }) => (
            <option key={name} value={name}>
              {visible(title ?? name)}
            </option>
          ))}
        </select>
      </label>
      <p className={styles.text}>The plan is changed on the canvas. This call asks until you accept that.</p>
      <div className={styles.choices}>
        <Button disabled={tool === ''} onClick={() => running.reviseRun(run.runId, call, tool)}>
          Put it in its place
        </Button>
      </div>
    </details>
  );
}
