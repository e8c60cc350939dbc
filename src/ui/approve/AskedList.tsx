/** What a model was asked for a plan, request by request, and what came of each (T-3): told on this device alone. */

import { visible } from '../../lib/visible-text.ts';
import type { Asked } from '../../plan/planning-trace.ts';
import type { Said } from '../../plan/talk.ts';
import { counted, spentWords } from '../words.ts';
import styles from './AskedList.module.css';

/** More of them are counted. */
const MOST = 100;

export function AskedList({ talk }: { talk: readonly Said[] }) {
  const asked = talk.flatMap(({ spent }) => spent?.asked ?? []);
  if (asked.length === 0) return null;
  const shown = asked.slice(-MOST);
  return (
    <details className={styles.asked}>
      <summary>What was asked of it, and what came</summary>
      <ol>
        {asked.length > shown.length ? (
          <li>{counted(asked.length - shown.length, 'earlier request')}</li>
        ) : null}
        {shown.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a record that is only added to.
          <li key={at} style={{ paddingInlineStart: `${one.depth * 16}px` }}>
            <bdi className={styles.what}>{whatWords(one)}</bdi> <span>{cameWords(one)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

const whatWords = ({ part, goal }: Asked): string => visible(part === undefined ? goal : `${part}: ${goal}`);

/** `2 calls · 3,400 tokens, $0.012, 4.2 s · sent back once` */
function cameWords({ calls, parts, sentBack, tokens, cost, ms, fault }: Asked): string {
  const took = spentWords({
    ms,
    ...(tokens ? { tokens: tokens.input + tokens.output } : {}),
    ...(cost === undefined ? {} : { cost }),
  });
  const back = sentBack === 0 ? [] : [`sent back ${sentBack === 1 ? 'once' : counted(sentBack, 'time')}`];
  const came =
    fault === undefined
      ? [counted(calls, 'call') + (parts === 0 ? '' : `, ${counted(parts, 'part')}`)]
      : [`no plan: ${visible(fault)}`];
  return [...came, took, ...back].join(' · ');
}
