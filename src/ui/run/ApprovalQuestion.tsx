/** A call that asks before it starts: the values it would use, which may be changed for this attempt (L-72). */

import { useEffect, useState } from 'react';
import { isObject, type JsonObject } from '../../lib/json.ts';
import type { RunTrace } from '../../stores/run-trace.ts';
import { effectOf } from '../../tools/catalogue.ts';
import { Button } from '../parts/Button.tsx';
import { type Answer, useDocument, useServices } from '../services.ts';
import { EFFECT } from '../words.ts';
import { JsonValue } from './JsonValue.tsx';
import styles from './Questions.module.css';

interface ApprovalQuestionProps {
  run: RunTrace;
  call: string;
  title: string;
  onAnswer: (answer: Answer) => void;
}

export function ApprovalQuestion({ run, call, title, onAnswer }: ApprovalQuestionProps) {
  const { verbs } = useServices();
  const tool = run.plan?.calls.find(({ _id }) => _id === call.split('@')[0])?._tool ?? '';
  const contract = useDocument((state) => state.catalogue).get(tool);
  const [params, setParams] = useState<JsonObject | null>(null);
  const [changed, setChanged] = useState<JsonObject | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: resolved once; its values do not change while it asks.
  useEffect(() => {
    void verbs.paramsOf(run, call).then(setParams);
  }, [call]);

  return (
    <>
      <h3 className={styles.title}>{title} – let it run?</h3>
      <p className={styles.text}>
        {tool} · {EFFECT[effectOf(contract)]}. It will use these values:
      </p>
      {params === null ? null : (
        <JsonValue
          label="Values"
          value={params}
          onChange={(next) => setChanged(isObject(next) ? (next as JsonObject) : null)}
        />
      )}
      <div className={styles.choices}>
        <Button onClick={() => onAnswer({ call, choose: 'reject' })}>Reject</Button>
        <Button
          tone="primary"
          onClick={() => onAnswer({ call, choose: 'approve', ...(changed ? { params: changed } : {}) })}
        >
          {changed ? 'Approve with changes' : 'Approve this call'}
        </Button>
      </div>
    </>
  );
}
