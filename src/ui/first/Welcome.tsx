/** The first screen: one large goal box, a place to drop files, and examples to open at one click. */

import { act } from '../actions/actions.ts';
import { GoalBox } from '../goal/GoalBox.tsx';
import { useLibrary, useServices, useSession } from '../services.ts';
import { counted } from '../words.ts';
import { Miniature } from './Miniature.tsx';
import styles from './Welcome.module.css';

const SHOWN_EXAMPLES = 6;

export function Welcome() {
  const services = useServices();
  const { plans, session } = services;
  const waits = useSession((state) => state.waits);
  const examples = useLibrary((state) => state.examples).slice(0, SHOWN_EXAMPLES);
  return (
    <main className={styles.first}>
      <div className={styles.column}>
        <h1 className={styles.title}>What should be done?</h1>
        <p className={styles.promise}>
          You see the plan as a graph before anything runs. Change it, try it dry, approve exactly that.
        </p>
        {waits > 0 ? (
          <button type="button" className={styles.waits} onClick={() => act('inbox', services)}>
            {counted(waits, 'run waits for you', 'runs wait for you')}
          </button>
        ) : null}
        <GoalBox place="large" />
        <p className={`small ${styles.drop}`}>
          Drop files anywhere on this page to plan with them. They stay on this device.
        </p>
        {examples.length > 0 ? (
          <>
            <h2 className={styles.subtitle}>
              Or begin on an{' '}
              <button type="button" onClick={() => session.actions.set({ welcome: false })}>
                empty canvas
              </button>
              , or open an example – each runs offline, on files that come with it
            </h2>
            <ul className={styles.cards}>
              {examples.map((example) => (
                <li key={example.id}>
                  <button type="button" className={styles.card} onClick={() => plans.openExample(example)}>
                    <Miniature plan={example.plan} />
                    <span className={styles.name}>{example.title}</span>
                    <span className={`small ${styles.goal}`}>{example.goal}</span>
                    <span className={`small ${styles.meta}`}>
                      {counted(example.plan.calls.length, 'call')}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </main>
  );
}
