/** Choosing the planner: the built-in one, the browser's own model where it has one, or any OpenAI-compatible server. */

import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/thrown.ts';
import type { Remedy } from '../../plan/draft-event.ts';
import type { ConnectionTest } from '../../run/messages.ts';
import { Button } from '../parts/Button.tsx';
import { Field } from '../parts/Field.tsx';
import { Modal } from '../parts/Modal.tsx';
import unseen from '../parts/unseen.module.css';
import { useServices } from '../services.ts';
import type { PlannerChoice } from '../verbs.ts';
import { OwnModel, useBrowserModel } from './OwnModel.tsx';
import styles from './PlannerDialog.module.css';
import { faultsIn, PlannerWishes, typed, wishesOf } from './PlannerWishes.tsx';

interface Preset {
  readonly name: string;
  readonly baseUrl: string;
  readonly model: string;
}

/** Where an OpenAI-compatible server usually is. A person can type any other address. */
const PRESETS: readonly Preset[] = [
  { name: 'OpenAI', baseUrl: 'https://api.openai.com/v1', model: 'gpt-4.1-mini' },
  { name: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1', model: 'openai/gpt-4.1-mini' },
  { name: 'Ollama', baseUrl: 'http://localhost:11434/v1', model: 'llama3.1' },
  { name: 'LM Studio', baseUrl: 'http://localhost:1234/v1', model: 'local-model' },
  { name: 'vLLM', baseUrl: 'http://localhost:8000/v1', model: 'local-model' },
];

export default function PlannerDialog({ onClose }: { onClose: () => void }) {
  const { planning, session } = useServices();
  /** What the person came for. */
  const [at] = useState(session.getState().plannerField);
  useEffect(() => session.actions.set({ plannerField: undefined }), [session]);
  const first = (field: Remedy) => (at === field ? { 'data-first': true } : {});
  const [choice, setChoice] = useState<PlannerChoice>(planning.plannerChoice);
  const [wishes, setWishes] = useState(() => typed(choice.more));
  const test = useTest();
  const set = (part: Partial<PlannerChoice>) => {
    setChoice((before) => ({ ...before, ...part }));
    // What was said of another connection is not said of this one.
    test.forget();
  };
  const isWrong = Object.keys(faultsIn(wishes)).length > 0;
  const chosen = (): PlannerChoice => ({ ...choice, more: wishesOf(wishes) });
  const remote = choice.kind === 'openai';
  const own = useBrowserModel();
  const broken = remote && !/^https?:\/\/./.test(choice.baseUrl);
  const ready =
    choice.kind === 'offline' ||
    (!isWrong && (remote ? !broken && choice.model.trim() !== '' : own.state === 'available'));
  const wished = {
    wishes,
    ...(at === 'most-calls' ? { first: 'mostCalls' as const } : {}),
    onChange: (part: Partial<typeof wishes>) => {
      setWishes((before) => ({ ...before, ...part }));
      test.forget();
    },
  };

  return (
    <Modal
      title="Planner"
      onClose={onClose}
      foot={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            tone="primary"
            disabled={!ready}
            onClick={() => {
              planning.choosePlanner(chosen());
              onClose();
            }}
          >
            Use this planner
          </Button>
        </>
      }
    >
      <fieldset className={styles.kinds}>
        <legend className={unseen.unseen}>Which planner</legend>
        <label className={styles.kind}>
          <input
            type="radio"
            name="planner"
            checked={choice.kind === 'offline'}
            onChange={() => set({ kind: 'offline' })}
          />
          <span>
            <strong>Offline</strong>
            Built in. No key, no network; it finds tools by their words and says what it did not understand.
          </span>
        </label>
        {own.state !== 'unavailable' || choice.kind === 'browser' ? (
          <label className={styles.kind}>
            <input
              type="radio"
              name="planner"
              checked={choice.kind === 'browser'}
              onChange={() => set({ kind: 'browser' })}
            />
            <span>
              <strong>The browser’s own model</strong>
              For plans alone. No key; this page sends nothing, and Chrome and Edge run theirs on this device.
              It is small: expect less of it than of a server’s.
            </span>
          </label>
        ) : null}
        <label className={styles.kind}>
          <input
            type="radio"
            name="planner"
            checked={remote}
            onChange={() => {
              const [first] = PRESETS;
              set({
                kind: 'openai',
                baseUrl: choice.baseUrl || first!.baseUrl,
                model: choice.model || first!.model,
              });
            }}
          />
          <span>
            <strong>OpenAI-compatible server</strong>
            Your goal, the plan it changes and what you said of it, the names and first lines of your files
            and the tools' contracts are sent there
            {remote && wishes.showsApproved
              ? ', and with the goal of a new plan up to two plans you approved.'
              : '.'}
          </span>
        </label>
      </fieldset>
      {remote ? (
        <div className={styles.fields}>
          {/* biome-ignore lint/a11y/useSemanticElements: a row of buttons, not a form's part. */}
          <div className={styles.presets} role="group" aria-label="Presets">
            {PRESETS.map((preset) => (
              <Button
                key={preset.name}
                aria-pressed={choice.baseUrl === preset.baseUrl}
                onClick={() => set({ baseUrl: preset.baseUrl, model: preset.model })}
              >
                {preset.name}
              </Button>
            ))}
          </div>
          <Field
            label="Base URL"
            className={`field ${styles.field}`}
            value={choice.baseUrl}
            inputMode="url"
            spellCheck={false}
            aria-invalid={broken || undefined}
            {...first('connection')}
            onChange={(baseUrl) => set({ baseUrl })}
          />
          <Field
            label="Model"
            className={`field ${styles.field}`}
            value={choice.model}
            spellCheck={false}
            onChange={(model) => set({ model })}
          />
          <Field
            label="Key"
            className={`field ${styles.field}`}
            type="password"
            autoComplete="off"
            value={choice.key}
            placeholder="Not needed by most local servers"
            {...first('key')}
            onChange={(key) => set({ key })}
          />
          <label className={styles.keep}>
            <input
              type="checkbox"
              checked={choice.keepKey}
              onChange={(event) => set({ keepKey: event.target.checked })}
            />
            Keep the key on this device after this page is closed or reloaded
          </label>
          <label className={styles.keep}>
            <input
              type="checkbox"
              checked={wishes.showsApproved}
              aria-describedby="shows-approved-about"
              onChange={(event) =>
                setWishes((before) => ({ ...before, showsApproved: event.target.checked }))
              }
            />
            Show the model up to two plans you approved that are like the goal
          </label>
          <p id="shows-approved-about" className={styles.about}>
            With the goal of a new plan their goals and calls are sent, with what was typed into them – names
            of files too, but nothing of what is in a file and no value of a run. Only plans made on this
            device without a model that stand approved.
          </p>
          <label className={styles.keep}>
            <input
              type="checkbox"
              checked={wishes.inParts}
              aria-describedby="in-parts-about"
              onChange={(event) => setWishes((before) => ({ ...before, inParts: event.target.checked }))}
            />
            Plan in parts what is large
          </label>
          <p id="in-parts-about" className={styles.about}>
            The model is asked for the whole, then once for each part, three at a time: a part is told its own
            task, the tools and the files that it names, and nothing else. For new plans; changes are made as
            one.
          </p>
          <div className={styles.test}>
            <Button disabled={!ready || test.asking} onClick={() => test.ask(chosen())}>
              {test.asking ? 'Testing…' : 'Test connection'}
            </Button>
            <p role="status" data-tone={test.said?.works === false ? 'danger' : 'plain'}>
              {test.said?.message}
            </p>
          </div>
          <details className={styles.wishes} open={at === 'most-calls'}>
            <summary>Temperature, prices, size and wishes</summary>
            <PlannerWishes
              {...wished}
              {...(wishes.inParts ? {} : { numbers: ['temperature', 'mostCalls', 'priceIn', 'priceOut'] })}
            />
          </details>
        </div>
      ) : null}
      {choice.kind === 'browser' ? (
        <div className={styles.fields}>
          <OwnModel own={own} />
          <details className={styles.wishes} open={at === 'most-calls'}>
            <summary>{own.takesTemperature ? 'Temperature, size and wishes' : 'Size and wishes'}</summary>
            <PlannerWishes
              {...wished}
              numbers={own.takesTemperature ? ['temperature', 'mostCalls'] : ['mostCalls']}
            />
          </details>
        </div>
      ) : null}
    </Modal>
  );
}

/** Asks whether a model answers; what is under way ends with the dialog, or with another connection. */
function useTest() {
  const { planning } = useServices();
  const [asking, setAsking] = useState<AbortController | null>(null);
  const [said, setSaid] = useState<ConnectionTest | null>(null);
  const last = useRef<AbortController | null>(null);
  useEffect(() => () => last.current?.abort(), []);
  return {
    asking: asking !== null,
    said,
    forget: () => {
      last.current?.abort();
      setAsking(null);
      setSaid(null);
    },
    ask: async (choice: PlannerChoice) => {
      const controller = new AbortController();
      last.current = controller;
      setAsking(controller);
      setSaid(null);
      const answer = await planning
        .testPlanner(choice, controller.signal)
        .catch((error: unknown) => ({ works: false, message: messageOf(error) }));
      if (controller.signal.aborted) return;
      setAsking(null);
      setSaid(answer);
    },
  };
}
