/** Every action by name, with its shortcut; what begins with a slash is a literal command. */

import { Command as Cmdk, defaultFilter } from 'cmdk';
import { useMemo, useState } from 'react';
import { callNames } from '../../run/view.ts';
import { isOver } from '../../run/whole.ts';
import { isPlanCommand } from '../../stores/plan-commands.ts';
import type { PlanSummary } from '../../stores/ports.ts';
import { type Action, SECTIONS } from '../actions/action.ts';
import { ACTIONS } from '../actions/actions.ts';
import { isMac, printKeys } from '../frame/keys.ts';
import { Modal } from '../parts/Modal.tsx';
import { useLibrary, useRuns, useServices } from '../services.ts';
import { counted } from '../words.ts';
import styles from './Palette.module.css';

/** So many plans are in the list at once, the nearest to what is typed; of more, how many. */
const MOST_PLANS = 50;

export default function Palette({ onClose }: { onClose: () => void }) {
  const services = useServices();
  const { plans, running } = services;
  const kept = useLibrary((state) => state.plans);
  const examples = useLibrary((state) => state.examples);
  const mac = isMac();
  const [typed, setTyped] = useState('');
  const [answer, setAnswer] = useState<readonly string[]>([]);
  const literal = typed.trimStart().startsWith('/');
  const found = useMemo(() => nearestPlans(kept, typed), [kept, typed]);
  const shown = found.slice(0, MOST_PLANS);
  const more = found.length - shown.length;
  const type = (text: string) => {
    setTyped(text);
    setAnswer([]);
  };
  const carryOut = async (text: string) => setAnswer(await running.planCommand(text));

  /** The palette closes first: an action may open another dialog in its place. */
  const choose = (action: () => void) => () => {
    onClose();
    action();
  };

  return (
    <Modal title="Command palette" onClose={onClose} bare>
      <Cmdk label="Command palette" className={styles.palette} loop shouldFilter={!literal} filter={rank}>
        <Cmdk.Input
          data-first
          className={styles.input}
          placeholder="What do you want to do?"
          value={typed}
          onValueChange={type}
        />
        <Cmdk.List className={styles.list}>
          {literal ? (
            <PlanCommandLine typed={typed} onType={type} onCarryOut={(text) => void carryOut(text)} />
          ) : (
            <>
              <Cmdk.Empty className={styles.empty}>Nothing is called that. Try a shorter word.</Cmdk.Empty>
              {SECTIONS.map((section) => (
                <Cmdk.Group key={section} heading={section} className={styles.group}>
                  {[...ACTIONS]
                    .filter(([id, action]) => action.section === section && id !== 'palette')
                    .map(([id, action]) => (
                      <ActionItem
                        key={id}
                        action={action}
                        whyNot={action.whyNot(services)}
                        mac={mac}
                        onSelect={choose(() => action.run(services))}
                      />
                    ))}
                </Cmdk.Group>
              ))}
              <Cmdk.Group heading="Plans" className={styles.group}>
                {shown.map((plan) => (
                  <Cmdk.Item
                    key={plan.id}
                    value={openWords(plan)}
                    className={styles.item}
                    onSelect={choose(() => plans.openPlan(plan.id))}
                  >
                    Open {plan.title}
                  </Cmdk.Item>
                ))}
              </Cmdk.Group>
              <Cmdk.Group heading="Examples" className={styles.group}>
                {examples.map((example) => (
                  <Cmdk.Item
                    key={example.id}
                    value={`Example ${example.title}`}
                    className={styles.item}
                    onSelect={choose(() => plans.openExample(example))}
                  >
                    Open the example {example.title}
                  </Cmdk.Item>
                ))}
              </Cmdk.Group>
            </>
          )}
        </Cmdk.List>
        {/* Beside the list: a list of options has nothing but options in it. */}
        {!literal && more > 0 ? (
          <p role="status" className={`small ${styles.more}`}>
            And {counted(more, 'more plan')}. Type more of a name to find one.
          </p>
        ) : null}
        {literal ? (
          <div role="status" className={styles.answer}>
            {answer.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        ) : null}
      </Cmdk>
    </Modal>
  );
}

const rank = (name: string, search: string, keywords?: string[]): number =>
  Math.max(...[name, ...(keywords ?? [])].map((one) => rankOf(one, search, defaultFilter(one, search))));

const openWords = ({ title, id }: PlanSummary): string => `Open ${title} ${id}`;

/** Those that what is typed could mean, the nearest first; all, newest first, where nothing is typed. */
function nearestPlans(plans: readonly PlanSummary[], typed: string): readonly PlanSummary[] {
  const search = typed.trim();
  if (search === '') return plans;
  return plans
    .map((plan) => ({ plan, rank: rank(openWords(plan), search) }))
    .filter((one) => one.rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ plan }) => plan);
}

interface ActionItemProps {
  readonly action: Action;
  readonly whyNot: string | null;
  readonly mac: boolean;
  readonly onSelect: () => void;
}

function ActionItem({ action: { title, keys, also }, whyNot, mac, onSelect }: ActionItemProps) {
  return (
    <Cmdk.Item
      value={title}
      {...(also ? { keywords: [...also] } : {})}
      className={styles.item}
      disabled={whyNot !== null}
      onSelect={onSelect}
    >
      {title}
      {whyNot === null ? null : <span className={`small ${styles.about}`}>{whyNot}</span>}
      {keys ? <kbd className={styles.keys}>{printKeys(keys, mac)}</kbd> : null}
    </Cmdk.Item>
  );
}

/** Whether a word of the name begins with what was typed. */
const beginsAWord = (name: string, typed: string): boolean =>
  name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(typed));

/**
 * 0 (left out) to 1.
 * @param scattered how well the letters match in any places, 0 to 1: orders what is otherwise alike
 */
export function rankOf(name: string, typed: string, scattered: number): number {
  const [own, wanted] = [name.trim().toLowerCase(), typed.trim().toLowerCase()];
  if (wanted === '') return 1;
  if (own === wanted) return 1;
  const within = scattered * 0.1;
  // “Run” must not come after “Dry run”, whose letters match as well.
  if (own.startsWith(wanted)) return 0.8 + within;
  if (beginsAWord(own, wanted)) return 0.6 + within;
  if (own.includes(wanted)) return 0.4 + within;
  return scattered * 0.3;
}

interface PlanCommandLineProps {
  typed: string;
  onType: (text: string) => void;
  onCarryOut: (text: string) => void;
}

/** The literal commands in the palette: what was typed, and what it may become. */
function PlanCommandLine({ typed, onType, onCarryOut }: PlanCommandLineProps) {
  const list = useRuns((state) => state.list);
  const known = useRuns((state) => state.known);
  useRuns((state) => state.turn);
  const active = list
    .filter(({ runId, status }) => {
      const run = known.get(runId);
      return run ? !isOver(run.state) : status === 'running' || status === 'waiting';
    })
    .map(({ runId, title }) => {
      const run = known.get(runId);
      return { runId, title, calls: run ? callNames(run.state) : [] };
    });
  return (
    <>
      {isPlanCommand(typed) ? (
        <Cmdk.Item value={typed} className={styles.item} onSelect={() => onCarryOut(typed)}>
          <code>{typed.trim()}</code>
          <kbd className={styles.keys}>Enter</kbd>
        </Cmdk.Item>
      ) : null}
      {planSuggestions(typed, active).map(({ text, about }) => (
        <Cmdk.Item key={text} value={text} className={styles.item} onSelect={() => onType(text)}>
          <code>{text}</code>
          <span className={`small ${styles.about}`}>{about}</span>
        </Cmdk.Item>
      ))}
    </>
  );
}

interface SuggestedRun {
  readonly runId: string;
  readonly title: string;
  /** Ids of its calls, as far as its journal has been read. */
  readonly calls: readonly string[];
}

interface Suggestion {
  /** What stands in the box when it is chosen. */
  readonly text: string;
  readonly about: string;
}

const MOST = 8;

/** What a typed `/plan …` may become: every command that begins so, with the runs and calls that there are. */
export function planSuggestions(typed: string, active: readonly SuggestedRun[]): readonly Suggestion[] {
  const text = typed.replace(/^\s+/, '');
  const all: Suggestion[] = [
    { text: '/plan list', about: 'Active plans' },
    ...active.flatMap(({ runId, title, calls }) => [
      { text: `/plan discard ${runId}`, about: `Discard “${title}”` },
      ...calls.map((call) => ({
        text: `/plan resume ${runId} --from ${call}`,
        about: `Run “${title}” again from ${call}`,
      })),
    ]),
  ];
  return all.filter((one) => one.text.startsWith(text) && one.text !== text.trimEnd()).slice(0, MOST);
}
