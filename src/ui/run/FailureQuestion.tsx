/** A call that failed: try again, edit, give a value, skip, replan, stop. What has happened is not tried again (L-40a). */

import { TOLD_TO_PLAN } from '../../flows/words.ts';
import { cut, cutMiddle } from '../../lib/cut-text.ts';
import type { JsonObject } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import { isReadByCalls } from '../../run/doubt.ts';
import type { Failure } from '../../run/events.ts';
import { hostQuestion } from '../../run/grants.ts';
import { lackedFile } from '../../run/lacking-file.ts';
import { isForGood } from '../../run/outcome.ts';
import { seenDetail } from '../../run/step-table.ts';
import { toldOfPlan } from '../../run/thread-words.ts';
import { callView } from '../../run/view.ts';
import { modelServerOf } from '../../stores/session.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { act } from '../actions/actions.ts';
import { Button } from '../parts/Button.tsx';
import { ChooseFile } from '../parts/ChooseFile.tsx';
import { useServices, useSession } from '../services.ts';
import { counted } from '../words.ts';
import { GivenValue, standInText, UseValue } from './GivenValue.tsx';
import { asksText, JsonValue } from './JsonValue.tsx';
import { ParamsEditor } from './ParamsEditor.tsx';
import { dialogWay, openPlanner, WAYS } from './planner-ways.ts';
import styles from './Questions.module.css';
import { StopThis } from './StopThis.tsx';
import { type Asked, useAskingCall } from './use-asking-call.ts';
import { questionName, useTyped } from './use-typed.ts';

interface FailureQuestionProps extends Asked {
  /** It has happened, and its result does not fit. */
  happened: boolean;
  /** The person stopped it, to say what becomes of it. */
  stopped: boolean;
  /** A new plan was asked for and not found. */
  noPlan: boolean;
  failure: Failure | undefined;
}

const NOTHING: JsonObject = {};

/** Characters of a file's name on a button. */
const NAME = 40;

type Open = 'edit' | 'value' | 'none';

export function FailureQuestion({
  run,
  call,
  title,
  happened,
  stopped,
  noPlan,
  failure,
  onAnswer,
}: FailureQuestionProps) {
  const services = useServices();
  const { running } = services;
  const model = useSession(modelServerOf);
  const { contract, result, params } = useAskingCall(run, call);
  const name = questionName(run.runId, call);
  const [open, setOpen] = useTyped<Open>(`${name} open`, 'none');
  const [edited, setEdited] = useTyped<JsonObject>(`${name} edited`, NOTHING);
  const [text, setText] = useTyped<string>(`${name} value`, happened ? standInText(result) : '');
  const file = happened ? null : lackedFile(failure);
  const forGood = isLost(run, call);
  const needsSecret = isAboutSecret(failure);
  // The last button is the main one: what is likely to help.
  const canEdit = params === null || Object.keys(params).length > 0;
  const main = mainWay({
    happened: happened || stopped,
    forGood,
    canEdit,
    isRefused: failure?.code === 'permission-denied',
  });
  const told = noPlan ? run.state.plannerTold : null;
  const way = dialogWay(told);
  const leads = needsSecret || file !== null ? null : main;
  const give = async (asked: string, chosen: File) => {
    if (await running.giveFile(run.runId, asked, chosen)) onAnswer({ call, choose: 'retry' });
  };

  const again = (
    <Button
      tone={leads === 'retry' ? 'primary' : 'plain'}
      onClick={() => onAnswer({ call, choose: 'retry' })}
    >
      Try again
    </Button>
  );

  const skip = (
    <Button tone={leads === 'skip' ? 'primary' : 'plain'} onClick={() => onAnswer({ call, choose: 'skip' })}>
      Skip it
    </Button>
  );

  return (
    <>
      <h2 className={styles.title}>
        {stopped
          ? `You have stopped “${title}”. What becomes of it?`
          : happened
            ? `“${title}” has happened, and its result does not fit.`
            : failureTitle(title, run, call, forGood)}
      </h2>
      <p className={styles.text}>
        {stopped
          ? 'Give the value that it would have come to, or say how it goes on. Everything that does not need it goes on.'
          : failureText(failure)}
      </p>
      {told === null ? null : <p className={styles.text}>{visible(toldOfPlan(false, told))}</p>}
      {open === 'edit' && params ? (
        <ParamsEditor schema={contract?.parameters} params={params} changed={edited} onChange={setEdited} />
      ) : null}
      {open === 'value' && happened ? (
        <GivenValue text={text} schema={result} isRead={isReadByCalls(run.state, call)} onType={setText} />
      ) : open === 'value' ? (
        <JsonValue
          label={asksText(result) ? 'Its value' : 'Its value, as JSON'}
          text={text}
          schema={result}
          onType={setText}
        />
      ) : null}
      {happened || open !== 'none' ? null : (
        <p className={styles.text}>
          {model === null ? (
            '“Replan” looks for another way without a model. Where it finds none, you are asked again.'
          ) : (
            <>
              “Replan” tells the model at <bdi>{visible(model)}</bdi> {TOLD_TO_PLAN}.
            </>
          )}
        </p>
      )}
      {open === 'none' ? (
        <div className={styles.choices}>
          {leads === 'skip' ? null : skip}
          {happened ? null : (
            <>
              <Button
                onClick={() =>
                  onAnswer({
                    call,
                    choose: 'replan',
                    ...(model === null ? {} : { about: hostQuestion(model) }),
                  })
                }
              >
                Replan
              </Button>
              {way === null ? null : <Button onClick={() => openPlanner(services, way)}>{WAYS[way]}</Button>}
              <Button onClick={() => running.reviseRun(run.runId, call)}>Change the plan</Button>
            </>
          )}
          {leads === 'edit' ? again : null}
          <Button tone={leads === 'value' ? 'primary' : 'plain'} onClick={() => setOpen('value')}>
            Give a value
          </Button>
          {happened ? null : (
            <Button
              tone={leads === 'edit' ? 'primary' : 'plain'}
              disabled={params === null}
              onClick={() => setOpen('edit')}
            >
              Edit values
            </Button>
          )}
          {!happened && leads !== 'edit' ? again : null}
          {leads === 'skip' ? skip : null}
          {needsSecret ? (
            <Button tone="primary" onClick={() => act('secrets', services)}>
              Add the secret
            </Button>
          ) : null}
          {file === null ? null : (
            <ChooseFile tone="primary" onChoose={(chosen) => void give(file, chosen)}>
              {`Give ${cutMiddle(visible(file), NAME)}`}
            </ChooseFile>
          )}
          <StopThis run={run} call={call} onAnswer={onAnswer} />
        </div>
      ) : (
        // What a person has opened has the room of the other ways.
        <div className={styles.choices}>
          <Button onClick={() => setOpen('none')}>Back</Button>
          {open === 'value' ? (
            <UseValue call={call} text={text} schema={result} onAnswer={onAnswer} />
          ) : (
            <Button
              tone="primary"
              disabled={Object.keys(edited).length === 0}
              onClick={() => onAnswer({ call, choose: 'edit', params: edited })}
            >
              Try with these
            </Button>
          )}
        </div>
      )}
    </>
  );
}

interface Known {
  readonly happened: boolean;
  readonly forGood: boolean;
  readonly canEdit: boolean;
  readonly isRefused: boolean;
}

/** What is likely to help. `happened`: only its value is left to say, or the person is here to say it. */
function mainWay({ happened, forGood, canEdit, isRefused }: Known): 'retry' | 'edit' | 'value' | 'skip' {
  if (happened) return 'value';
  // Whoever has just said no has not done so to be asked for other values.
  if (isRefused) return 'skip';
  if (!forGood) return 'retry';
  return canEdit ? 'edit' : 'value';
}

// What it says: how often the call failed, what more retries would be, and the last error.

/** Characters of the last error that the question shows; the whole is in the journal. */
const ERROR = 120;

/** `“Charge the card” has failed 4 times. Allow 3 more retries?` @param forGood see `isLost` */
function failureTitle(title: string, { state }: ShownRun, call: string, forGood: boolean): string {
  const attempts = callView(state, call)?.attempts ?? [];
  const failed = attempts.filter(({ outcome }) => outcome === 'failed').length;
  const times = failed > 1 ? ` ${failed} times` : '';
  if (forGood) return `“${title}” has failed${times}. Trying again as it is will hardly help.`;
  // The budget grows by the limit, by one where that is nought (L-41).
  const more = state.policy.retryLimit || 1;
  return `“${title}” has failed${times}. Allow ${counted(more, 'more retry', 'more retries')}?`;
}

/** Whether another attempt as it is would come to the same, as far as the failure tells. */
function isLost({ state: { program, steps } }: ShownRun, call: string): boolean {
  const step = program.steps[program.index.get(call) ?? -1];
  const failure = step && seenDetail(steps, step.index).failure;
  // What was let go of from here may well come to its end next time.
  return step !== undefined && !!failure && failure.code !== 'cancelled' && isForGood(step, failure);
}

const failureText = (failure: Failure | undefined): string =>
  `${cut(visible(failure?.message ?? 'No reason was given.'), ERROR)} Everything that does not need it goes on.`;

/** The sentence of a secret that is not on this device (activities/activity-host.ts). */
const isAboutSecret = (failure: Failure | undefined): boolean =>
  failure?.code === 'permission-denied' && failure.message.startsWith('The secret "');
