/** Looks whether a doubtful call has happened, with a read that the person names; what it answers is shown and recorded. */

import { useState } from 'react';
import type { JsonObject } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import { doorWords } from '../../run/door-words.ts';
import { lookedAt, looksFor } from '../../run/doubt.ts';
import type { DoubtLook } from '../../run/events.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { Button } from '../parts/Button.tsx';
import { Options } from '../parts/Options.tsx';
import { useServices } from '../services.ts';
import { ValueView } from '../values/ValueView.tsx';
import { Opened } from './Opened.tsx';
import { ParamsEditor } from './ParamsEditor.tsx';
import styles from './Questions.module.css';

interface LookReadProps {
  run: ShownRun;
  call: string;
  title: string;
}

const NOTHING: JsonObject = {};
/** Of a table: the others are scrolled to. */
const SHOWN_ROWS = 6;

export function LookRead(props: LookReadProps) {
  return (
    <Opened title="Look with a tool that only reads">
      <Read {...props} />
    </Opened>
  );
}

function Read({ run, call, title }: LookReadProps) {
  const { running } = useServices();
  const { reads, first } = looksFor(run.state, call);
  const [tool, setTool] = useState(first?.tool ?? reads[0]?.name ?? '');
  const [changed, setChanged] = useState<JsonObject>(NOTHING);
  const [isLooking, setLooking] = useState(false);
  const given = tool === first?.tool ? first.params : NOTHING;
  const looked = lookedAt(run.state, call);

  const look = async (read: Pick<DoubtLook, 'tool' | 'params'>, allow: readonly string[] = []) => {
    setLooking(true);
    await running.look(run.runId, { call, tool: read.tool, params: read.params, allow });
    setLooking(false);
  };

  return (
    <>
      <label className={styles.check}>
        Tool
        <select
          value={tool}
          onChange={(event) => {
            setTool(event.target.value);
            setChanged(NOTHING);
          }}
        >
          <Options of={reads.map(({ name, title: known }) => [name, visible(known ?? name)])} />
        </select>
      </label>
      <ParamsEditor
        schema={reads.find(({ name }) => name === tool)?.parameters}
        params={given}
        changed={changed}
        onChange={setChanged}
      />
      <div className={styles.choices}>
        <Button disabled={isLooking} onClick={() => void look({ tool, params: { ...given, ...changed } })}>
          Look
        </Button>
      </div>
      <div aria-live="polite">
        {looked === null ? null : (
          <Looked looked={looked} title={title} onAllow={(about) => void look(looked, [about])} />
        )}
      </div>
    </>
  );
}

interface LookedProps {
  looked: DoubtLook;
  title: string;
  onAllow: (about: string) => void;
}

function Looked({ looked: { tool, asks, failure, value }, title, onAllow }: LookedProps) {
  if (asks !== undefined) {
    const words = doorWords(asks, title);
    if (words === null)
      return (
        <p className={styles.text}>
          Your secrets are locked. Give their passphrase in Secrets on this device, then look again.
        </p>
      );
    return (
      <>
        <p className={styles.text}>
          {words.title} Nothing that you approved leads “{title}” there, so nothing was sent yet.
        </p>
        <div className={styles.choices}>
          <Button className={styles.long} onClick={() => onAllow(asks)}>
            {words.yes}
          </Button>
        </div>
      </>
    );
  }
  if (failure !== undefined)
    return (
      <p className={`small fault ${styles.fault}`}>
        {visible(tool)} could not look: {visible(failure.message)}
      </p>
    );
  return (
    <section className={styles.fields} aria-label={`What ${visible(tool)} answered`}>
      <ValueView value={value ?? null} label={`What ${visible(tool)} answered`} rows={SHOWN_ROWS} />
    </section>
  );
}
