/** Approving a revision: what it touches, what can't be undone, its caps and its input – then the signature. */

import { useState } from 'react';
import type { Json, JsonObject } from '../../lib/json.ts';
import { errorsOf } from '../../stores/document.ts';
import { fieldsOf } from '../form/fields.ts';
import { withValue } from '../form/GroupFields.tsx';
import { ValueField } from '../form/ValueField.tsx';
import { Button } from '../parts/Button.tsx';
import { Modal } from '../parts/Modal.tsx';
import { useDocument, useServices } from '../services.ts';
import { counted } from '../words.ts';
import styles from './ApproveDialog.module.css';
import { Caps } from './Caps.tsx';
import { LeftOut } from './LeftOut.tsx';
import { TouchList } from './TouchList.tsx';

export default function ApproveDialog({ onClose }: { onClose: () => void }) {
  const { document, session, running, now } = useServices();
  const plan = useDocument((state) => state.plan);
  const revision = useDocument((state) => state.revision);
  const approval = useDocument((state) => state.approval);
  const input = useDocument((state) => state.input);
  const errors = useDocument((state) => errorsOf(state.problems).length);
  const [refusal, setRefusal] = useState<string | null>(null);
  const fields = fieldsOf(plan.input?.schema);
  const missing = fields.filter((field) => field.required && isMissing(input, field.name));

  /** L-71: only a person turns it on that drafts go ahead unasked. In the plan, so that the signature covers it. */
  const askBeforeReplans = () => {
    const { policy } = document.getState().plan;
    if (policy?.reviewReplans !== undefined) return;
    const value = { ...policy, reviewReplans: true } as unknown as Json;
    document.actions.edit([{ kind: 'set-field', field: 'policy', value }], { label: 'Ask before a replan' });
  };

  const approve = (): boolean => {
    if (!approval) askBeforeReplans();
    const signed = approval ? { ok: true as const } : document.actions.approve(now());
    setRefusal(signed.ok ? null : signed.error);
    return signed.ok;
  };

  return (
    <Modal
      title={`Approve revision ${revision}`}
      onClose={onClose}
      foot={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={approval !== null || errors > 0}
            onClick={() => {
              if (!approve()) return;
              session.actions.notify(
                `Revision ${document.getState().revision} is approved. Any change to it voids that.`,
                'success',
              );
              onClose();
            }}
          >
            {approval ? 'Approved' : 'Approve'}
          </Button>
          <Button
            tone="primary"
            disabled={missing.length > 0 || errors > 0}
            onClick={() => {
              if (!approve()) return;
              onClose();
              running.startRun();
            }}
          >
            {approval ? 'Run now' : 'Approve and run'}
          </Button>
        </>
      }
    >
      <p className={styles.lead}>
        You sign these {counted(plan.calls.length, 'call')} exactly as they are. Any later change to the plan
        or to a tool's contract voids it.
      </p>
      <TouchList />
      <Caps />
      {fields.length > 0 ? (
        <section className={styles.section} aria-label="Input">
          <h3>Input for the run</h3>
          {fields.map((field) => (
            <ValueField
              key={field.name}
              field={field}
              value={input[field.name] as Json | undefined}
              onChange={(value) => document.actions.setInput(withValue(input, field.name, value))}
              error={undefined}
            />
          ))}
        </section>
      ) : null}
      <LeftOut />
      <p role="status" className={styles.refusal}>
        {refusal ??
          (errors > 0
            ? `${counted(errors, 'error')} must be resolved first. See Problems.`
            : missing.length > 0
              ? `To run it, fill in: ${missing.map((field) => field.label).join(', ')}.`
              : '')}
      </p>
    </Modal>
  );
}

const isMissing = (input: JsonObject, name: string): boolean =>
  input[name] === undefined || input[name] === '';
