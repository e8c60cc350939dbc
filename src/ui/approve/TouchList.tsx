/** What the plan may touch, the most serious first. */

import { Eye, Pencil, Sigma, Undo2 } from 'lucide-react';
import type { Effect } from '../../plan/contract-shape.ts';
import { builtInTools } from '../../tools/built-in.ts';
import { catalogueOf } from '../../tools/catalogue.ts';
import { useDocument } from '../services.ts';
import { EFFECT, price } from '../words.ts';
import styles from './ApproveDialog.module.css';
import { touchesOf } from './touches.ts';

const GLYPHS: Readonly<Record<Effect, typeof Eye>> = {
  none: Sigma,
  read: Eye,
  write: Pencil,
  irreversible: Undo2,
};

const BUILT_IN = catalogueOf(builtInTools);

export function TouchList() {
  const plan = useDocument((state) => state.plan);
  const catalogue = useDocument((state) => state.catalogue);
  const delegates = useDocument((state) => state.delegates);
  const { byEffect, hosts, cost } = touchesOf(plan, catalogue, BUILT_IN, delegates);
  const below = Object.values(delegates).map((sub) => sub.title ?? sub.goal ?? sub.id);
  const worst = byEffect[0]?.effect;
  return (
    <section className={styles.section} aria-label="What it touches">
      <h3>What it touches</h3>
      <ul className={styles.touches}>
        {byEffect.map(({ effect, tools }) => {
          const Glyph = GLYPHS[effect];
          return (
            <li key={effect} className={styles.touch} data-effect={effect}>
              <Glyph size={15} aria-hidden />
              <strong>{EFFECT[effect]}</strong>
              <span>
                {tools.map(({ name, calls }) => (calls > 1 ? `${name} × ${calls}` : name)).join(', ')}
              </span>
            </li>
          );
        })}
      </ul>
      {below.length > 0 ? (
        <p className={styles.fact}>With what its sub-plans do, which you sign too: {below.join(', ')}.</p>
      ) : null}
      <p className={styles.fact}>
        {worst === 'irreversible'
          ? "Some of these can't be undone once they have run."
          : worst === 'write'
            ? 'It writes, but only with tools whose effect can be taken back.'
            : 'Nothing outside this run is changed.'}
      </p>
      <p className={styles.fact}>
        {hosts.length > 0
          ? `It reaches ${hosts.join(', ')}. Any other host asks first.`
          : 'It names no host on the network. A call to one asks first.'}
      </p>
      <p className={styles.fact}>
        {cost === undefined
          ? 'None of these tools states a price.'
          : `About ${price(cost)} if every call runs once.`}
      </p>
    </section>
  );
}
