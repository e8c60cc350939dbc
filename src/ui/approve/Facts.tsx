/** What a sheet says beside its table: whose the tools are, the sub-plans that are signed too, and the price. */

import { Fragment } from 'react';
import type { ToolGroup } from '../../flows/tools.ts';
import { quoted } from '../../flows/words.ts';
import { cut } from '../../lib/cut-text.ts';
import { visible } from '../../lib/visible-text.ts';
import type { Call, Plan } from '../../plan/document.ts';
import { goesOn } from '../../plan/goes-on.ts';
import { isOff } from '../../plan/open-step.ts';
import { mandateOf, namesAgent } from '../../tools/agent-mandate.ts';
import { BUILT_INS } from '../../tools/built-ins.ts';
import { catalogueOf } from '../../tools/catalogue.ts';
import { isLatent } from '../../tools/reach.ts';
import { useDocument } from '../services.ts';
import { price } from '../words.ts';
import styles from './ApproveDialog.module.css';
import { costOf } from './flow-calls.ts';
import { agentWords } from './limit-words.ts';

interface FactsProps {
  tools: readonly ToolGroup[];
  /** How often the plan runs (L-55). */
  times: number;
}

export function Facts({ tools, times }: FactsProps) {
  const plan = useDocument((state) => state.plan);
  const catalogue = useDocument((state) => state.catalogue);
  const delegates = useDocument((state) => state.delegates);
  const below = Object.values(delegates);
  const cost = costOf([plan, ...below], (one, tool) =>
    one === plan ? catalogue.get(tool) : catalogueOf(catalogue.list(), one.tools).get(tool),
  );
  const agents = [plan, ...below].flatMap((one) =>
    one.calls.filter((call) => namesAgent(call) && !isOff(call)),
  );
  const asksModel =
    goesOn(plan) || agents.length > 0 || plan.calls.some((call) => isLatent(call, catalogue, BUILT_INS));
  const names = below.map((sub) => visible(sub.title ?? sub.goal ?? sub.id));
  return (
    <>
      {tools.length > 0 ? (
        <section className={styles.tools} aria-label="Whose the tools are">
          <h3>Tools</h3>
          <dl>
            {tools.map(({ words, names: own }) => (
              <div key={words}>
                <dt>{`${words.charAt(0).toUpperCase()}${words.slice(1)}`}</dt>
                <dd>
                  {own.map((name, at) => (
                    <Fragment key={name}>
                      {at > 0 ? ', ' : ''}
                      <bdi className={styles.toolName}>{name}</bdi>
                    </Fragment>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ) : null}
      {names.length > 0 ? (
        <p className={styles.fact}>With what its sub-plans do, which you sign too: {names.join(', ')}.</p>
      ) : null}
      {agents.map((call, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two sub-plans may have an agent of one id; none of them moves.
        <AgentFact key={at} call={call} plan={plan} />
      ))}
      <p className={styles.fact}>
        {cost === undefined
          ? `None of these tools states a price.${asksModel ? ' What a model’s answers cost is not known beforehand.' : ''}`
          : `About ${price(cost * times)} if every call runs once${times === 1 ? '' : ` for each of the ${times.toLocaleString('en')}`}.`}
      </p>
    </>
  );
}

/** What an agent is to do, and how far it goes: its tools and hosts stand in the table, a line each (L-56). */
function AgentFact({ call, plan }: { call: Call; plan: Plan }) {
  const mandate = mandateOf(call);
  const task = typeof call.task === 'string' ? call.task : '';
  return (
    <p className={styles.fact}>
      The agent <bdi>{quoted(call._description ?? call._id)}</bdi> decides on its calls as it goes
      {mandate ? `, at most ${agentWords(mandate, plan)}` : ''}.
      {task === '' ? null : task.startsWith('†') ? (
        ' Its task comes from the run.'
      ) : (
        <>
          {' '}
          Its task: <q>{visible(cut(task, TASK))}</q>
        </>
      )}
    </p>
  );
}

/** Characters of an agent's task: all of it stands at its call. */
const TASK = 300;
