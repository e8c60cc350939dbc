/** The gate of a canary (L-55): what the first of a list came to, and whether the others follow. */

import { isObject, type Json } from '../../lib/json.ts';
import { visible, visibleLines } from '../../lib/visible-text.ts';
import { instancesNow } from '../../run/call-counts.ts';
import { instanceOutput } from '../../run/instance-view.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { previewOf } from '../../stores/value-preview.ts';
import styles from '../run/Questions.module.css';
import { TwoAnswers } from '../run/TwoAnswers.tsx';
import { counted } from '../words.ts';
import own from './for-whom.module.css';
import { instanceStatusWords, isFailed } from './instance-words.ts';

interface CanaryQuestionProps {
  run: ShownRun;
  onAnswer: (goesOn: boolean) => void;
}

/** So many of the first are shown; the table of results has them all. */
const SHOWN = 8;
/** Characters of what one returned, or of one field of it. */
const OUTPUT = 80;
const FIELD = 32;

/** Fields as a person reads them: "share 25 · line Berlin". */
const outputWords = (output: Json): string =>
  isObject(output) && Object.keys(output).length > 0
    ? Object.entries(output)
        .map(([name, value]) => `${visible(name)} ${previewOf(value as Json, FIELD)}`)
        .join(' · ')
    : previewOf(output, OUTPUT);

export default function CanaryQuestion({ run, onAnswer }: CanaryQuestionProps) {
  const { state } = run;
  const views = instancesNow(state);
  const first = views.slice(0, state.canary);
  const failed = first.filter(isFailed).length;
  const rest = views.length - first.length;
  const more = first.length - SHOWN;
  return (
    <>
      <h2 className={styles.title}>
        {first.length === 1
          ? 'The first is through'
          : `The first ${first.length.toLocaleString('en')} are through`}
        {failed === 0 ? '' : `, ${failed.toLocaleString('en')} failed`}. Go on?
      </h2>
      <table className={own.first}>
        <tbody>
          {first.slice(0, SHOWN).map((view) => (
            <tr key={view.label}>
              <td title={visible(view.label)}>{visible(view.label)}</td>
              <td data-failed={isFailed(view) || undefined}>
                {view.failed
                  ? visibleLines(view.failed.message)
                  : isFailed(view)
                    ? instanceStatusWords(view.status)
                    : outputWords(instanceOutput(state, view.label))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 ? <p className="small">and {more.toLocaleString('en')} more: see Result</p> : null}
      <p className={styles.text}>
        {counted(rest, 'other waits', 'others wait')} for this. Stopped here,{' '}
        {rest === 1 ? 'it is' : 'they are'} left out.
      </p>
      <TwoAnswers
        yes={`Go on with the other ${rest === 1 ? 'one' : rest.toLocaleString('en')}`}
        no="Stop here"
        onAnswer={onAnswer}
      />
    </>
  );
}
