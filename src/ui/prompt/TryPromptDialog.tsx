/** The words of a call that a model answers, one or two wordings beside each other, tried on what the call is given now. */

import { useEffect, useMemo, useRef, useState } from 'react';
import { bothPaid, type Paid } from '../../lib/answer-cost.ts';
import { messageOf } from '../../lib/thrown.ts';
import { visible, visibleLines } from '../../lib/visible-text.ts';
import type { PromptAnswer, PromptAsk, PromptGround } from '../../run/messages.ts';
import { modelServerOf } from '../../stores/session.ts';
import { labelOf, titleOf } from '../../tools/titles.ts';
import { tookWords } from '../paid-words.ts';
import { Button } from '../parts/Button.tsx';
import { Modal } from '../parts/Modal.tsx';
import { Options } from '../parts/Options.tsx';
import { useDocument, useServices, useSession } from '../services.ts';
import { counted, price } from '../words.ts';
import styles from './TryPrompt.module.css';

type Ground = Exclude<PromptGround, { fault: string }>;

export default function TryPromptDialog({ onClose }: { onClose: () => void }) {
  const { tryPrompt } = useServices();
  const [call] = useState(useSession((state) => state.selection[0]));
  const title = useDocument(({ plan, catalogue }) => {
    const tool = plan.calls.find(({ _id }) => _id === call)?._tool ?? '';
    return titleOf(catalogue.get(tool), tool);
  });
  const plan = useDocument((state) => state.plan);
  const [ground, setGround] = useState<PromptGround | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab may change what the call is given.
  useEffect(() => {
    const own = new AbortController();
    if (call === undefined) setGround({ fault: 'No call is selected.' });
    else
      tryPrompt(call, [], own.signal, () => {}).then(setGround, (error: unknown) => {
        if (!own.signal.aborted) setGround({ fault: messageOf(error) });
      });
    return () => own.abort();
  }, [tryPrompt, call, plan]);
  const isReady = ground !== null && !('fault' in ground);
  if (call !== undefined && isReady)
    return <Trial call={call} title={title} ground={ground} onClose={onClose} />;
  return (
    <Modal
      title={`Try “${visible(title)}”`}
      onClose={onClose}
      foot={<Button onClick={onClose}>Close</Button>}
    >
      {ground !== null && 'fault' in ground ? (
        <p className="fault">{visible(ground.fault)}</p>
      ) : (
        <p className="muted">Looking for what the call is given…</p>
      )}
    </Modal>
  );
}

/** Answers by what was asked. */
type Answers = ReadonlyMap<string, PromptAnswer>;
const keyOf = ({ wording, row }: PromptAsk): string => JSON.stringify([wording, row]);

/** How many of the first rows are tried one by one; 0: all that the call is given at once. */
const ROWS = [1, 3, 5, 10, 20];
const LETTERS = ['A', 'B'] as const;

interface TrialProps {
  readonly call: string;
  readonly title: string;
  readonly ground: Ground;
  readonly onClose: () => void;
}

function Trial({ call, title, ground, onClose }: TrialProps) {
  const { document, session } = useServices();
  const [wordings, setWordings] = useState<readonly string[]>([ground.wording]);
  const [rows, setRows] = useState(0);
  const { answers, isAsking, fault, ask, stop } = useAnswers(call, ground);
  const places = rows === 0 ? [null] : Array.from({ length: rows }, (_, row) => row);
  const said = wordings.filter((wording) => wording.trim() !== '');
  const all = [...new Set(said)].flatMap((wording) => places.map((row): PromptAsk => ({ wording, row })));
  const open = all.filter((one) => !answers.has(keyOf(one)) || 'fault' in (answers.get(keyOf(one)) ?? {}));
  const next = open.length > 0 ? open : all;

  const take = (wording: string) => {
    const done = document.actions.edit(
      [{ kind: 'set-in-call', id: call, path: [ground.parameter], value: wording }],
      { label: `Change ${labelOf(ground.parameter).toLowerCase()} of ${call}` },
    );
    if (!done.ok) return session.actions.notify(done.error, 'danger');
    onClose();
  };

  return (
    <Modal
      title={`Try “${visible(title)}”`}
      size="large"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Close</Button>
          {isAsking ? (
            <Button tone="primary" onClick={stop}>
              Stop
            </Button>
          ) : (
            <Button tone="primary" disabled={all.length === 0} onClick={() => ask(next)}>
              {open.length > 0 ? 'Ask the model' : 'Ask again'}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.wordings}>
        {wordings.map((wording, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: there are two places, and they never move.
          <label key={at}>
            {wordings.length === 1
              ? labelOf(ground.parameter)
              : `${labelOf(ground.parameter)} ${LETTERS[at]}`}
            <textarea
              data-first={at === wordings.length - 1 || undefined}
              rows={4}
              value={wording}
              onChange={({ target }) =>
                setWordings(wordings.map((one, other) => (other === at ? target.value : one)))
              }
            />
          </label>
        ))}
      </div>
      <div className={styles.choices}>
        {wordings.length === 1 ? (
          <Button tone="quiet" onClick={() => setWordings([...wordings, wordings[0] ?? ''])}>
            Hold another wording against it
          </Button>
        ) : null}
        {ground.rows ? (
          <label className={styles.on}>
            On
            <select value={rows} onChange={({ target }) => setRows(Number(target.value))}>
              <Options of={placeOptions(ground.rows, ground.ofHead)} />
            </select>
          </label>
        ) : null}
      </div>
      <Before ground={ground} asks={next} />
      {fault === null ? null : <p className="fault">{visible(fault)}</p>}
      <Table
        ground={ground}
        wordings={wordings}
        places={places}
        answers={answers}
        isAsking={isAsking}
        onTake={take}
      />
    </Modal>
  );
}

const placeOptions = (
  { parameter, first }: NonNullable<Ground['rows']>,
  ofHead: boolean,
): readonly [number, string][] => [
  [
    0,
    ofHead ? `the first rows of “${labelOf(parameter)}” at once` : `all of “${labelOf(parameter)}” at once`,
  ],
  ...ROWS.filter((count) => count <= first.length).map((count): [number, string] => [
    count,
    count === 1 ? 'its first row alone' : `each of its first ${count} rows`,
  ]),
];

/** Asks and hears the answers; one round at a time. */
function useAnswers(call: string, ground: Ground) {
  const { tryPrompt } = useServices();
  const [answers, setAnswers] = useState<Answers>(new Map());
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was answered of other rows is not said of these.
  useEffect(() => setAnswers(new Map()), [ground]);
  const ask = (asks: readonly PromptAsk[]): void => {
    const own = new AbortController();
    current.current = own;
    setAsking(true);
    setFault(null);
    setAnswers((before) => {
      const asked = new Set(asks.map(keyOf));
      return new Map([...before].filter(([key]) => !asked.has(key)));
    });
    tryPrompt(call, asks, own.signal, (at, answer) => {
      const one = asks[at];
      if (one) setAnswers((before) => new Map(before).set(keyOf(one), answer));
    })
      .then(
        (found) => 'fault' in found && setFault(found.fault),
        (error: unknown) => {
          if (!own.signal.aborted) setFault(messageOf(error));
        },
      )
      .finally(() => setAsking(false));
  };
  return { answers, isAsking, fault, ask, stop: () => current.current?.abort() };
}

/** Characters of a token, about: the model's own are counted by its server alone. */
const CHARS_OF_TOKEN = 3.8;

/** What leaves the device with the next press, and about what it costs. */
function Before({ ground, asks }: { ground: Ground; asks: readonly PromptAsk[] }) {
  const { planning } = useServices();
  const server = useSession(modelServerOf);
  const model = useSession((state) => state.planner.model);
  const prices = useMemo(() => planning.plannerChoice().more?.prices, [planning]);
  const chars = asks.reduce(
    (sum, { wording, row }) =>
      sum + (row === null ? ground.sends.whole : ground.sends.row) + wording.length - ground.wording.length,
    0,
  );
  const tokens = Number((chars / CHARS_OF_TOKEN).toPrecision(2));
  const cost = prices ? `, ${price((tokens * prices.input) / 1_000_000)} and what it answers` : '';
  return (
    <p className="small" role="status">
      {asks.length === 0
        ? 'Say what the model is to do.'
        : `Asks ${visible(model)} at ${visible(server ?? '')} ${asks.length === 1 ? 'once' : `${asks.length} times`}, with what the call is given${ground.ofHead ? ' of the first rows' : ''}: about ${counted(tokens, 'token')}${cost}. Nothing of it is kept here.`}
    </p>
  );
}

interface TableProps {
  readonly ground: Ground;
  readonly wordings: readonly string[];
  readonly places: readonly (number | null)[];
  readonly answers: Answers;
  readonly isAsking: boolean;
  readonly onTake: (wording: string) => void;
}

function Table({ ground, wordings, places, answers, isAsking, onTake }: TableProps) {
  const of = (wording: string, row: number | null) => answers.get(keyOf({ wording, row }));
  if (!isAsking && !wordings.some((wording) => places.some((row) => of(wording, row)))) return null;
  const isRows = places[0] !== null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is there to be filled in.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <div className={styles.answers} tabIndex={0} role="group" aria-label="What the model answered">
      <table>
        <thead>
          <tr>
            {isRows ? <th scope="col">{labelOf(ground.rows?.parameter ?? '')}</th> : null}
            {wordings.map((_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above, two places.
              <th key={at} scope="col">
                {wordings.length === 1 ? 'Answer' : `Answer to ${LETTERS[at]}`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {places.map((row) => (
            <tr key={row}>
              {isRows ? <th scope="row">{visible(ground.rows?.first[row ?? 0] ?? '')}</th> : null}
              {wordings.map((wording, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above, two places.
                <td key={at}>
                  <Answer answer={of(wording, row)} isAsking={isAsking} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            {isRows ? <td /> : null}
            {wordings.map((wording, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above, two places.
              <td key={at}>
                {others(places.flatMap((row) => of(wording, row) ?? [])).map((text) => (
                  <p key={text} className="small">
                    {visible(text)}
                  </p>
                ))}
                <p className="small">{took(places.flatMap((row) => of(wording, row) ?? []))}</p>
                {wording === ground.wording || wording.trim() === '' ? null : (
                  <Button onClick={() => onTake(wording)}>
                    {wordings.length === 1 ? 'Use this wording' : `Use wording ${LETTERS[at]}`}
                  </Button>
                )}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Answer({ answer, isAsking }: { answer: PromptAnswer | undefined; isAsking: boolean }) {
  if (!answer) return <span className="muted">{isAsking ? 'asked…' : '–'}</span>;
  if ('fault' in answer) return <span className="fault">{visible(answer.fault)}</span>;
  return (
    <>
      {answer.way === undefined ? null : <strong>{visible(answer.way)}: </strong>}
      <bdi className={styles.said}>{visibleLines(answer.value)}</bdi>
    </>
  );
}

/** That another model answered than was asked, each sentence once. */
const others = (answers: readonly PromptAnswer[]): readonly string[] => [
  ...new Set(answers.flatMap(({ otherModel }) => otherModel ?? [])),
];

const took = (answers: readonly PromptAnswer[]): string => tookWords(answers.reduce<Paid>(bothPaid, {}));
