/** A call would go where no signed line leads: what would leave, and two buttons that say what they do; the safe one is main. */

import { useState } from 'react';
import { visibleJson } from '../../lib/visible-text.ts';
import { alikeWords, type DoorWords } from '../../run/door-words.ts';
import { Opened } from './Opened.tsx';
import styles from './Questions.module.css';
import { TwoAnswers } from './TwoAnswers.tsx';
import { type Asked, useAskingCall } from './use-asking-call.ts';

interface DoorQuestionProps extends Asked {
  words: DoorWords;
  /** How many others ask the same. */
  alike: number;
}

/** Of what would leave more than this is read in State. */
const SHOWN_CHARACTERS = 4000;

export function DoorQuestion({ run, call, words, alike, onAnswer }: DoorQuestionProps) {
  const { params } = useAskingCall(run, call);
  const [forAll, setForAll] = useState(false);
  const allow = () =>
    onAnswer({ call, choose: 'value', value: forAll ? { allow: true, run: true } : { allow: true } });
  const others = alikeWords(words, alike, 'with this tick');
  return (
    <>
      <h2 className={styles.title}>{words.title}</h2>
      <p className={styles.text}>{words.message}</p>
      {params === null ? null : (
        <Opened title="What it would use">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
          <section className={styles.values} tabIndex={0} aria-label="What it would use">
            <pre>{visibleJson(JSON.stringify(params, null, 2)).slice(0, SHOWN_CHARACTERS)}</pre>
          </section>
        </Opened>
      )}
      {words.all === null ? null : (
        <label className={styles.check}>
          <input type="checkbox" checked={forAll} onChange={(event) => setForAll(event.target.checked)} />
          {words.all}
        </label>
      )}
      {others === null ? null : <p className={styles.text}>{others}</p>}
      <TwoAnswers
        yes={words.yes}
        no={words.no}
        safe={words.safe}
        onAnswer={(isYes) => (isYes ? allow() : onAnswer({ call, choose: 'value', value: { allow: false } }))}
      />
    </>
  );
}
