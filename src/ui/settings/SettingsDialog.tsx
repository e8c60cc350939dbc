/** The settings of this device: how long runs are kept, what becomes of interrupted ones, what new plans begin with. */

import { useState } from 'react';
import { useStore } from 'zustand';
import { jsonEquals } from '../../lib/json.ts';
import type { ChildPurity } from '../../run/messages.ts';
import { DEFAULT_PLAN_SETTINGS, type PlanSettings } from '../../run/plan-settings.ts';
import type { Settings } from '../../stores/settings.ts';
import { act } from '../actions/actions.ts';
import { Button } from '../parts/Button.tsx';
import { Modal } from '../parts/Modal.tsx';
import { Options } from '../parts/Options.tsx';
import { useServices } from '../services.ts';
import { choiceOf, RETENTION_CHOICES } from './retention.ts';
import styles from './settings.module.css';

/** What a sub-run's call does, as a person reads it (R-37). */
const PURITY_WORDS: Readonly<Record<ChildPurity, string>> = {
  pure: 'Only computes',
  world: 'Reads from outside',
  side_effect: 'Writes',
  external: 'Writes what can’t be undone',
  llm: 'Asks a model',
};

/** What a group of settings is handed. */
interface GroupProps {
  settings: Settings;
  change: (part: Partial<Settings>) => void;
  /** Says why something was not taken over, or not as it was typed. */
  say: (words: string) => void;
}

export default function SettingsDialog({ onClose }: { onClose: () => void }) {
  const services = useServices();
  const { settings: store } = services;
  const settings = useStore(store);
  const [said, say] = useState(store.warnings.join(' '));
  const change = (part: Partial<Settings>) => {
    say('');
    store.change(part);
  };
  const group = { settings, change, say };
  return (
    <Modal title="Settings of this device" onClose={onClose}>
      <LiveValues {...group} />
      <EndedRuns {...group} />
      <InterruptedRuns {...group} />
      <NewPlans {...group} />
      <Learning {...group} />
      <p role="alert" className={`small fault ${styles.refusal}`}>
        {said}
      </p>
      <div className={styles.choices}>
        <Button onClick={() => act('storage', services)}>Storage…</Button>
        <Button onClick={() => act('secrets', services)}>Secrets…</Button>
      </div>
    </Modal>
  );
}

function LiveValues({ settings: { liveValues }, change }: GroupProps) {
  return (
    <section className={styles.group} aria-labelledby="live-values">
      <h3 id="live-values">Values on cards</h3>
      <Tick
        label="Show what calls come to while a plan is edited"
        checked={liveValues}
        onChange={(chosen) => change({ liveValues: chosen })}
      />
      <p className="small">
        Only what touches nothing outside is computed: from the files you dropped, on this device. What writes
        or asks waits for a run.
      </p>
    </section>
  );
}

function EndedRuns({ settings: { retention }, change, say }: GroupProps) {
  const services = useServices();
  return (
    <section className={styles.group} aria-labelledby="keep-runs">
      <h3 id="keep-runs">Runs that have ended</h3>
      <SelectSetting
        label="Keep them"
        isFirst
        value={choiceOf(retention)}
        options={RETENTION_CHOICES.map(({ name, words }) => [name, words])}
        onChange={(name) => {
          const chosen = RETENTION_CHOICES.find((choice) => choice.name === name);
          if (chosen) change({ retention: chosen.retention });
        }}
      />
      {retention.kind === 'last' ? (
        <NumberSetting
          label="How many of the newest"
          value={retention.runs}
          onChange={(runs) => {
            if (Number.isInteger(runs) && runs >= 1) change({ retention: { kind: 'last', runs } });
            else say('At least one run is kept, in whole numbers. Nothing was changed.');
          }}
        />
      ) : null}
      <p className="small">
        {retention.kind === 'for-ever'
          ? 'No run is ever deleted unless you say so.'
          : 'The others are deleted when Obelus starts. A run that goes on is never deleted.'}{' '}
        <button type="button" className={styles.link} onClick={() => act('storage', services)}>
          See what is stored
        </button>
      </p>
    </section>
  );
}

function InterruptedRuns({ settings: { resume }, change }: GroupProps) {
  return (
    <section className={styles.group} aria-labelledby="interrupted-runs">
      <h3 id="interrupted-runs">Runs that were interrupted</h3>
      <SelectSetting
        label="When Obelus starts again"
        value={resume.default}
        options={[
          ['retry_pending', 'Go on where they stopped'],
          ['discard', 'Stop them, keep their record'],
        ]}
        onChange={(chosen) => change({ resume: { ...resume, default: chosen } })}
      />
      <p className="small">
        {resume.default === 'retry_pending'
          ? 'What is done is not run again, nor paid for again.'
          : 'Each is aborted, and asks you to run it anew.'}
      </p>
      <details className={styles.more}>
        <summary>More: sub-runs of a run that is stopped</summary>
        <p className="small">
          A sub-run is stopped with its parent, or goes on by itself, by what its call does.
        </p>
        {(Object.keys(PURITY_WORDS) as ChildPurity[]).map((key) => (
          <SelectSetting
            key={key}
            label={PURITY_WORDS[key]}
            value={resume.childPurity[key]}
            options={[
              ['cancel', 'Stop it too'],
              ['adopt', 'Let it go on'],
            ]}
            onChange={(chosen) =>
              change({ resume: { ...resume, childPurity: { ...resume.childPurity, [key]: chosen } } })
            }
          />
        ))}
      </details>
    </section>
  );
}

function NewPlans({ settings: { plan }, change, say }: GroupProps) {
  const { settings: store } = useServices();
  /** A number that is none of those allowed has its default instead, and that is said (R-35). */
  const changePlan = (part: Partial<PlanSettings>, words: string) => {
    const asked = { ...plan, ...part };
    change({ plan: asked });
    if (!jsonEquals(asked, store.getState().plan)) say(words);
  };
  return (
    <section className={styles.group} aria-labelledby="new-plans">
      <h3 id="new-plans">When a call goes wrong</h3>
      <NumberSetting
        label="Retries of a call"
        value={plan.retryLimit}
        onChange={(retryLimit) =>
          changePlan(
            { retryLimit },
            `Retries are a whole number from 0. They are ${DEFAULT_PLAN_SETTINGS.retryLimit} again.`,
          )
        }
      />
      <NumberSetting
        label="Turns of a model in one call"
        value={plan.stepMaxIterations}
        onChange={(stepMaxIterations) =>
          changePlan(
            { stepMaxIterations },
            `Turns are a whole number from 1. They are ${DEFAULT_PLAN_SETTINGS.stepMaxIterations} again.`,
          )
        }
      />
      <p className="small">
        Retries count for plans you begin from now on; 0 is none. A plan that says its own number keeps it.
        Turns count for every call that a model answers.
      </p>
    </section>
  );
}

function Learning({ settings: { learns }, change }: GroupProps) {
  return (
    <section className={styles.group} aria-labelledby="learning">
      <h3 id="learning">Plans you approved</h3>
      <Tick
        label="Learn from plans you approve"
        checked={learns}
        onChange={(chosen) => change({ learns: chosen })}
      />
      <p className="small">
        For a goal like one of theirs, the offline planner offers them beside its draft, tried on the new
        file. Only plans that were made on this device without a model, and that stand approved: edit one,
        take its approval back or remove it, and it is offered no more. Nothing of it leaves this device.
        Whether a model may be shown such plans is another tick, in the planner's dialog.
      </p>
    </section>
  );
}

function Tick(props: { label: string; checked: boolean; onChange: (chosen: boolean) => void }) {
  const { label, checked, onChange } = props;
  return (
    <label className="check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}

interface SelectSettingProps<T extends string> {
  label: string;
  value: T;
  /** What can be chosen, each with its words. */
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
  /** It has the keyboard when the dialog opens. */
  isFirst?: boolean;
}

const SelectSetting = <T extends string>({
  label,
  value,
  options,
  onChange,
  isFirst,
}: SelectSettingProps<T>) => (
  <label className={styles.setting}>
    <span>{label}</span>
    <select
      data-first={isFirst}
      value={value}
      onChange={({ target }) => {
        const chosen = options.find(([name]) => name === target.value);
        if (chosen) onChange(chosen[0]);
      }}
    >
      <Options of={options} />
    </select>
  </label>
);

interface NumberSettingProps {
  label: string;
  value: number;
  /** May be handed anything that was typed: NaN where it was no number. Who takes it says what it makes of it. */
  onChange: (value: number) => void;
}

/** A number that is taken over when it is left, or with Enter: half-typed ones are nobody's settings. */
function NumberSetting({ label, value, onChange }: NumberSettingProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const take = () => {
    if (draft === null) return;
    setDraft(null);
    if (draft.trim() !== String(value)) onChange(draft.trim() === '' ? Number.NaN : Number(draft));
  };
  return (
    <label className={styles.setting}>
      <span>{label}</span>
      <input
        className={styles.number}
        inputMode="numeric"
        value={draft ?? String(value)}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take();
        }}
      />
    </label>
  );
}
