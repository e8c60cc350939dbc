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
import { ReplansChoice } from './ReplansChoice.tsx';
import { TouchList } from './TouchList.tsx';
import { Whence } from './Whence.tsx';

interface ApproveDialogProps {
  onClose: () => void;
  /** It is what a run of the past would do again, with the input it had: plan and input are as they were. */
  ofRun?: boolean;
}

export default function ApproveDialog({ onClose, ofRun = false }: ApproveDialogProps) {
  const { document, session, running, approvals } = useServices();
  const plan = useDocument((state) => state.plan);
  const revision = useDocument((state) => state.revision);
  const approval = useDocument((state) => state.approval);
  const input = useDocument((state) => state.input);
  const errors = useDocument((state) => errorsOf(state.problems).length);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [unasked, setUnasked] = useState(false);
  const fields = fieldsOf(plan.input?.schema);
  const missing = fields.filter((field) => field.required && isMissing(input, field.name));

  const approve = async (): Promise<boolean> => {
    const refused = approval ? null : await approvals.approve(document);
    setRefusal(refused);
    return refused === null;
  };

  return (
    <Modal
      title={ofRun ? 'Approve what this run does' : `Approve revision ${revision}`}
      onClose={onClose}
      foot={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          {ofRun ? null : (
            <Button
              disabled={approval !== null || errors > 0}
              onClick={async () => {
                if (!(await approve())) return;
                session.actions.notify(
                  `Revision ${document.getState().revision} is approved. Any change to it voids that.`,
                  'success',
                );
                onClose();
              }}
            >
              {approval ? 'Approved' : 'Approve'}
            </Button>
          )}
          <Button
            tone="primary"
            disabled={(missing.length > 0 && !ofRun) || errors > 0}
            onClick={async () => {
              if (!(await approve())) return;
              onClose();
              running.startRun(unasked ? 'unasked' : 'ask');
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
      <Whence />
      <TouchList />
      <ReplansChoice unasked={unasked} onChange={setUnasked} />
      {ofRun ? null : <Caps />}
      {fields.length > 0 && !ofRun ? (
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
      {ofRun ? null : <LeftOut />}
      <p role="status" className={styles.refusal}>
        {refusal ??
          (errors > 0
            ? `${counted(errors, 'error')} must be resolved first. See Problems.`
            : missing.length > 0 && !ofRun
              ? `To run it, fill in: ${missing.map((field) => field.label).join(', ')}.`
              : '')}
      </p>
    </Modal>
  );
}

const isMissing = (input: JsonObject, name: string): boolean =>
  input[name] === undefined || input[name] === '';
