/** What a sheet says beside its table: whose the tools are, the sub-plans that are signed too, and the price. */

import { Fragment } from 'react';
import type { ToolGroup } from '../../flows/tools.ts';
import { visible } from '../../lib/visible-text.ts';
import { goesOn } from '../../plan/goes-on.ts';
import { namesAgent } from '../../tools/agent-mandate.ts';
import { BUILT_INS } from '../../tools/built-ins.ts';
import { catalogueOf } from '../../tools/catalogue.ts';
import { isLatent } from '../../tools/reach.ts';
import { useDocument } from '../services.ts';
import { price } from '../words.ts';
import styles from './ApproveDialog.module.css';
import { costOf } from './flow-calls.ts';

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
  const asksModel =
    goesOn(plan) || plan.calls.some((call) => namesAgent(call) || isLatent(call, catalogue, BUILT_INS));
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
      <p className={styles.fact}>
        {cost === undefined
          ? `None of these tools states a price.${asksModel ? ' What a model’s answers cost is not known beforehand.' : ''}`
          : `About ${price(cost * times)} if every call runs once${times === 1 ? '' : ` for each of the ${times.toLocaleString('en')}`}.`}
      </p>
    </>
  );
}
