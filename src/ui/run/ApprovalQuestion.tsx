/** A call that asks before it starts: the values it would use, which may be changed for this attempt (L-72). */

import type { JsonObject } from '../../lib/json.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { effectOf } from '../../tools/catalogue.ts';
import { Button } from '../parts/Button.tsx';
import type { Answer } from '../services.ts';
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
  const { tool, contract, params } = useAskingCall(run, call);
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
      <div className={styles.choices}>
        {/* The main button, the last, is never the one that does a second time what was done. */}
        {repeats === null ? reject : approve}
        {repeats === null ? approve : reject}
      </div>
    </>
  );
}
