/** Choosing the planner: the built-in one, or any OpenAI-compatible server. */

import { useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { Field } from '../parts/Field.tsx';
import { Modal } from '../parts/Modal.tsx';
import unseen from '../parts/unseen.module.css';
import { type PlannerChoice, useServices } from '../services.ts';
import styles from './PlannerDialog.module.css';

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
  const { planning } = useServices();
  const [choice, setChoice] = useState<PlannerChoice>(planning.plannerChoice);
  const set = (part: Partial<PlannerChoice>) => setChoice((before) => ({ ...before, ...part }));
  const remote = choice.kind === 'openai';
  const broken = remote && !/^https?:\/\/./.test(choice.baseUrl);
  const ready = !remote || (!broken && choice.model.trim() !== '');

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
              planning.choosePlanner(choice);
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
          <input type="radio" name="planner" checked={!remote} onChange={() => set({ kind: 'offline' })} />
          <span>
            <strong>Offline</strong>
            Built in. No key, no network; it finds tools by their words and says what it did not understand.
          </span>
        </label>
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
            Your goal, the names and first lines of your files and the tools' contracts are sent there.
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
        </div>
      ) : null}
    </Modal>
  );
}
