/** Approving a revision: what it needs, what goes where, and the signature, which changes nothing in the plan (L-73). */

import { useEffect, useMemo, useState } from 'react';
import type { FlowTable as Table } from '../../flows/table.ts';
import { type Brought, quoted } from '../../flows/words.ts';
import { cut } from '../../lib/cut-text.ts';
import { visible } from '../../lib/visible-text.ts';
import type { Plan } from '../../plan/document.ts';
import { goesOn } from '../../plan/goes-on.ts';
import { isOff } from '../../plan/open-step.ts';
import type { RunChoices, Turns } from '../../run/events.ts';
import { errorsOf } from '../../stores/document.ts';
import { namesAgent } from '../../tools/agent-mandate.ts';
import { ActionButton } from '../actions/use-action.tsx';
import { contractCame } from '../part-words.ts';
import { Button } from '../parts/Button.tsx';
import { Modal } from '../parts/Modal.tsx';
import { useDocument, useServices, useSession } from '../services.ts';
import { counted } from '../words.ts';
import styles from './ApproveDialog.module.css';
import { Caps } from './Caps.tsx';
import { EarlierRuns } from './EarlierRuns.tsx';
import { Facts } from './Facts.tsx';
import { FlowTable } from './FlowTable.tsx';
import { InputFields, useMissingInput } from './InputFields.tsx';
import { LeftOut } from './LeftOut.tsx';
import { limitWords } from './limit-words.ts';
import { Needs, needWords, useNeeds } from './Needs.tsx';
import { ReplansChoice } from './ReplansChoice.tsx';
import { TurnsChoice } from './TurnsChoice.tsx';
import { Whence } from './Whence.tsx';
import { WouldFail } from './WouldFail.tsx';

interface ApproveDialogProps {
  onClose: () => void;
  /** It is what a run of the past would do again, with the input it had: plan and input are as they were. */
  ofRun?: boolean;
  /** How many of its calls it can start, where that is a part of them (L-76). */
  starts?: number | null;
  /** The plan is a part of one (L-76): what is switched off is what lies outside of it. */
  isPart?: boolean;
  /** The list that it goes over (L-55): what its rows hold was chosen before. */
  over?: Over | undefined;
  /** What a record from outside brought of it. */
  brought?: Brought | undefined;
}

/** Characters: a stranger's title must not push what is signed out of sight. */
const TITLE = 100;

export default function ApproveDialog({
  onClose,
  ofRun = false,
  starts = null,
  isPart = false,
  brought,
  over,
}: ApproveDialogProps) {
  const { document, session, running, approvals } = useServices();
  const plan = useDocument((state) => state.plan);
  const revision = useDocument((state) => state.revision);
  const approval = useDocument((state) => state.approval);
  const errors = useDocument((state) => errorsOf(state.problems).length);
  const [opened] = useState(revision);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [unasked, setUnasked] = useState(false);
  const [turns, setTurns] = useState<Turns>('unasked');
  const table = useTable();
  const isSeen = useSeen(table);
  const lacking = useMissingInput();
  const missing = ofRun || over ? NONE : lacking;
  // A run of the past has files of its own, which nobody sees from here.
  const needs = useNeeds(ofRun ? undefined : table?.flows);

  const approve = async (): Promise<boolean> => {
    const refused = approval ? null : await approvals.approve(document);
    setRefusal(refused);
    return refused === null;
  };
  const named = quoted(cut(nameOf(plan), TITLE));
  const cannot = errors > 0 || !isSeen;
  const on = plan.calls.filter((call) => !isOff(call)).length;

  return (
    <Modal
      title={
        <>
          {ofRun ? 'Approve what this run does:' : `Approve revision ${revision} of`} <bdi>{named}</bdi>
        </>
      }
      onClose={onClose}
      foot={
        <>
          {ofRun || over ? null : (
            <span className={styles.apart}>
              <ActionButton id="over-list" />
            </span>
          )}
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          {ofRun ? null : (
            <Button
              disabled={approval !== null || cannot}
              onClick={async () => {
                if (!(await approve())) return;
                session.actions.notify(
                  `Revision ${revision} is approved. Any change to it voids that.`,
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
            disabled={missing.length > 0 || cannot}
            onClick={async () => {
              if (!(await approve())) return;
              onClose();
              running.startRun({
                replans: unasked ? 'unasked' : 'ask',
                ...(turns === 'shown' ? { turns } : {}),
              });
            }}
          >
            {approval ? 'Run now' : 'Approve and run'}
            {over ? ` over ${counted(over.instances.length, 'row')}` : ''}
          </Button>
        </>
      }
    >
      <p className={styles.lead}>
        You sign {starts === null ? '' : `${starts} of the `}
        {counted(on, 'call')} of <bdi className={styles.title}>{named}</bdi> as{' '}
        {on === 1 ? 'it stands' : 'they stand'}, and this table.
        {on < plan.calls.length
          ? ` ${counted(plan.calls.length - on, 'call is', 'calls are')} ${isPart ? 'no part of this run' : 'switched off'} and will not run. `
          : ' '}
        Anything else asks you first.{' '}
        <strong className={styles.limits}>{limitWords(plan.policy, plan.mandate)}</strong>
      </p>
      <p role="status" className={styles.changed}>
        {revision !== opened && !approval
          ? `The plan was changed since you opened this: this is revision ${revision} now, and what you see is it.`
          : ''}
      </p>
      {over ? <OverWords {...over} /> : null}
      {ofRun || isPart || over ? null : <EarlierRuns />}
      <Whence />
      {ofRun || over ? null : <WouldFail />}
      <Needs needs={needs} />
      {ofRun || over ? null : <InputFields />}
      {ofRun || over ? null : <LeftOut />}
      {table ? (
        <FlowTable table={table} brought={brought} onClose={onClose} />
      ) : (
        <p role="status">Still being read…</p>
      )}
      <Facts tools={table?.tools ?? []} times={over?.instances.length ?? 1} />
      <ReplansChoice unasked={unasked} onChange={setUnasked} />
      {goesOn(plan) || plan.calls.some(namesAgent) ? <TurnsChoice turns={turns} onChange={setTurns} /> : null}
      {ofRun ? null : <Caps />}
      <p role="status" className={styles.refusal}>
        {refusal ??
          (errors > 0
            ? `${counted(errors, 'error')} must be resolved first. See Problems.`
            : missing.length > 0
              ? `To run it, fill in: ${missing.map((field) => cut(visible(field.label), TITLE)).join(', ')}.`
              : needs.length > 0
                ? `Run without ${listed(needs.map(needWords))}, it asks for ${needs.length === 1 ? 'it' : 'them'} on the way.`
                : '')}
      </p>
    </Modal>
  );
}

/** What a sheet about a run over a list says of it. */
type Over = Pick<RunChoices, 'canary'> & Required<Pick<RunChoices, 'instances'>>;

/** So many are named. */
const NAMED = 5;

function OverWords({ instances, canary }: Over) {
  const more = instances.length - NAMED;
  return (
    <p className={styles.over}>
      It runs once for each of {counted(instances.length, 'row')}:{' '}
      <bdi>
        {instances
          .slice(0, NAMED)
          .map(({ label }) => cut(visible(label), LABEL))
          .join(', ')}
      </bdi>
      {more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}.
      {canary === undefined ? '' : ` The first ${canary.toLocaleString('en')} go ahead; then it asks.`}
    </p>
  );
}

/** Characters of a label. */
const LABEL = 40;

const NONE: readonly never[] = [];

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const nameOf = ({ title, goal }: Pick<Plan, 'title' | 'goal'>): string => title ?? goal ?? 'Untitled plan';

/** The table of the plan as it stands; null while the rules are not here. */
function useTable(): Table | null {
  const { document } = useServices();
  const plan = useDocument((state) => state.plan);
  const delegates = useDocument((state) => state.delegates);
  const isChecked = useDocument((state) => state.isChecked);
  const origins = useDocument((state) => state.origins);
  const below = useDocument((state) => state.below);
  const planner = useSession((state) => state.planner);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the document makes it of these, and of the model's server.
  return useMemo(
    () => document.actions.flows(contractCame(origins, below)),
    [document, plan, delegates, isChecked, planner, origins, below],
  );
}

/** Whether that is on the screen: until a changed sheet has been drawn again, nothing of it can be signed. */
function useSeen(table: Table | null): boolean {
  const [seen, setSeen] = useState<Table | null>(null);
  useEffect(() => setSeen(table), [table]);
  return table !== null && seen === table;
}
