/** A call that asks before it starts: the values it would use, which may be changed for this attempt (L-72). */

import { quoted } from '../../flows/words.ts';
import type { JsonObject } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import { effectOf, type ToolContract } from '../../tools/catalogue.ts';
import { Button } from '../parts/Button.tsx';
import { Options } from '../parts/Options.tsx';
import { useRuns, useServices } from '../services.ts';
import { ago, EFFECT } from '../words.ts';
import { ParamsEditor } from './ParamsEditor.tsx';
import styles from './Questions.module.css';
import { type Asked, useAskingCall } from './use-asking-call.ts';
import { questionName, useTyped } from './use-typed.ts';

const NOTHING: JsonObject = {};

/** What has been done already, here or in another run (L-42); or may have been, in another run where it is in doubt (L-41). */
export interface Repeats {
  readonly what: string;
  /** The id of that run; null where it was done. */
  readonly doubtOf: string | null;
  /** The other run that has done it; null where it was this one, or one before it. */
  readonly doneIn: string | null;
}

interface ApprovalQuestionProps extends Asked {
  repeats: Repeats | null;
  /** It lies beyond the mandate (L-64). */
  isBeyond: boolean;
}

export function ApprovalQuestion({ run, call, title, repeats, isBeyond, onAnswer }: ApprovalQuestionProps) {
  const { running } = useServices();
  const { tool, contract, others, params } = useAskingCall(run, call);
  const name = questionName(run.runId, call);
  const [changed, setChanged] = useTyped<JsonObject>(`${name} changed ${tool}`, NOTHING);
  // What was chosen is in the plan once that has another revision: from then on the call asks anew.
  const { revision } = run.state;
  const [isChoosing, setChoosing] = useTyped<boolean>(`${name} choosing ${revision}`, false);
  const [other, setOther] = useTyped<string>(`${name} tool ${revision}`, '');
  const isChanged = Object.keys(changed).length > 0;
  const elsewhere = repeats && (repeats.doubtOf ?? repeats.doneIn);
  // One place for both: the keyboard stays where it was.
  const turn = (
    <Button onClick={() => setChoosing(!isChoosing)}>
      {isChoosing ? 'Keep its tool' : 'Take another tool'}
    </Button>
  );
  if (isChoosing)
    return (
      <>
        <h2 className={styles.title}>{title} – with which tool?</h2>
        <p className={styles.text}>
          The plan is changed on the canvas. This call asks until you accept that.
        </p>
        <ToolChoice tools={others} tool={other} onChoose={setOther} />
        <div className={styles.choices}>
          {turn}
          <Button
            tone="primary"
            disabled={other === ''}
            onClick={() => running.reviseRun(run.runId, call, other)}
          >
            Put it in its place
          </Button>
        </div>
      </>
    );
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
      {isChanged
        ? 'Approve with changes'
        : repeats?.doubtOf === null
          ? 'Approve it again'
          : 'Approve this call'}
    </Button>
  );
  return (
    <>
      <h2 className={styles.title}>
        {title} – let it run{repeats?.doubtOf === null ? ' again' : ''}?
      </h2>
      <p className={styles.text}>
        {repeats === null ? null : <RepeatWords {...repeats} runId={run.runId} />}
        {isBeyond ? 'It lies beyond what you allowed the plan to do by itself. ' : ''}
        {tool} · {EFFECT[effectOf(contract)]}. It will use these values:
      </p>
      {params ? (
        <ParamsEditor schema={contract?.parameters} params={params} changed={changed} onChange={setChanged} />
      ) : null}
      <div className={styles.choices}>
        {turn}
        {elsewhere === null || elsewhere === run.runId ? null : (
          <Button onClick={() => running.openRun(elsewhere)}>Open that run</Button>
        )}
        {/* The main button, the last, is never the one that does a second time what was done. */}
        {repeats === null ? reject : approve}
        {repeats === null ? approve : reject}
      </div>
    </>
  );
}

function RepeatWords({ what, doubtOf, doneIn, runId }: Repeats & { runId: string }) {
  const { now } = useServices();
  const other = doubtOf ?? doneIn;
  const row = useRuns(({ list }) => list.find((run) => `${other}.`.startsWith(`${run.runId}.`)));
  if (other === null) return `“${what}” has done the same already. `;
  const of = row ? `, of ${quoted(row.title)}, started ${ago(row.startedAt, now())}` : '';
  if (doneIn !== null) return `Another run has done the same meanwhile: “${what}”${of}. `;
  if (doubtOf === runId)
    return `“${what}” may have done the same already: nobody has said what became of it. `;
  return `Another run may have done the same already: “${what}”${of}. Nobody has said what became of it. `;
}

interface ToolChoiceProps {
  tools: readonly ToolContract[];
  /** Empty until one was chosen. */
  tool: string;
  onChoose: (tool: string) => void;
}

/** Another tool is another plan from here on: it is put in on the canvas, shown as a difference, and signed with that. */
function ToolChoice({ tools, tool, onChoose }: ToolChoiceProps) {
  const named = tools
    .map(({ name, title }) => ({ name, title: visible(title ?? name) }))
    .sort((a, b) => a.title.localeCompare(b.title, 'en'));
  return (
    <label className={`${styles.check} ${styles.fields}`}>
      Tool
      <select value={tool} onChange={(event) => onChoose(event.target.value)}>
        <option value="">Choose one</option>
        <Options of={named.map(({ name, title }) => [name, title])} />
      </select>
    </label>
  );
}
