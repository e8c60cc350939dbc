/** A call's card. It knows its own call's status and nothing of the run, the stores or the other cards. */

import type { NodeProps } from '@xyflow/react';
import { CircleQuestionMark, ClipboardPaste, Repeat, Sparkles, TriangleAlert, Workflow } from 'lucide-react';
import { memo, Suspense } from 'react';
import { AFTER_PORT, type CardModel } from '../../canvas/card.ts';
import type { CardData } from '../../canvas/drawing.ts';
import { type DiffMark, problemWords } from '../../canvas/marks.ts';
import { visible } from '../../lib/visible-text.ts';
import type { Effect } from '../../plan/contract-shape.ts';
import { isOff, isOpenStep } from '../../plan/open-step.ts';
import { EffectBadge } from '../parts/marks.tsx';
import { whence } from '../whence.ts';
import { OutputRows, ParameterRows } from './CardRows.tsx';
import styles from './call-card.module.css';
import { type CallLive, OFF_WORDS, STATUS_WORDS } from './call-live.ts';
import { useCanvasContext, useLive } from './canvas-context.ts';
import { Port } from './Port.tsx';
import { StatusBar, StatusGlyph } from './StatusGlyph.tsx';
import { type CallNode, valueId } from './to-flow.ts';
import glyphs from './tool-glyph.module.css';

const MARK_WORDS: Readonly<Record<DiffMark, string>> = {
  added: 'added',
  revised: 'changed',
  removed: 'removed',
};

/** As a run says it of a call that is switched off (L-37). */
const OFF: CallLive = { status: 'skipped' };

const EFFECT_WORDS: Readonly<Record<Effect, string>> = {
  none: 'touches nothing outside',
  read: 'reads',
  write: 'writes',
  irreversible: "can't be undone",
};

function CallCardComponent({ id, data, selected }: NodeProps<CallNode>) {
  const { far, labelId, Value } = useCanvasContext();
  const { card, mark } = data;
  const off = isOff(card.call);
  const live = useLive(id) ?? (off ? OFF : undefined);
  const description = visible(card.call._description ?? '');
  const classes = [
    styles.card,
    selected ? styles.selected : '',
    mark ? styles[mark] : '',
    live?.status === 'skipped' ? styles.skipped : '',
    far ? styles.far : '',
  ];
  return (
    <div
      className={classes.filter(Boolean).join(' ')}
      data-status={live?.status}
      data-mark={mark}
      data-far={far}
    >
      <span id={labelId(id)} className={styles.spoken}>
        {spokenName(data, live ? liveWords(live, off) : '')}
      </span>
      {live && <StatusBar live={live} />}
      {far ? (
        <>
          {live && <StatusGlyph live={live} off={off} />}
          <span className={styles.farName}>{visible(card.call._tool)}</span>
        </>
      ) : (
        <>
          <CardHeader data={data} live={live} />
          {card.lines > 0 && (
            <p className={styles.description} data-lines={card.lines} title={description}>
              {description}
            </p>
          )}
          <ParameterRows card={card} before={data.before} />
          {card.valueHeight > 0 && (
            <div className={styles.value} style={{ height: card.valueHeight }}>
              {Value && mark !== 'removed' && (
                <Suspense fallback={null}>
                  <Value id={id} labelId={valueId(labelId(id))} />
                </Suspense>
              )}
            </div>
          )}
          <OutputRows card={card} live={live} />
        </>
      )}
    </div>
  );
}

const liveWords = ({ status, unproven }: CallLive, off: boolean): string =>
  `${(off ? OFF_WORDS : STATUS_WORDS[status]).toLowerCase()}${unproven ? ', its value unproven' : ''}`;

/** "checkBillingHistory, reads, completed, 1 error; reads from history". */
function spokenName(data: CardData, status: string): string {
  const facts = [
    data.spokenId,
    data.mark ? MARK_WORDS[data.mark] : '',
    whence(data.stranger) ?? '',
    EFFECT_WORDS[data.card.effect],
    status,
    problemWords(data.problems),
  ];
  return `${facts.filter(Boolean).join(', ')}; ${data.spokenSources}`;
}

export const CallCard = memo(CallCardComponent);

/** The head of a card: tool, status, problems, effect, and the gate's port until the call has a gate. */
function CardHeader({ data, live }: { data: CardData; live: CallLive | undefined }) {
  const { card, problems, stranger } = data;
  const off = isOff(card.call);
  const hasGate = card.rows.some((row) => row.port === AFTER_PORT);
  const count = (problems?.errors ?? 0) + (problems?.warnings ?? 0);
  return (
    <div className={styles.header}>
      {!hasGate && (
        <span className={styles.gate}>
          <Port port={AFTER_PORT} side="left" />
        </span>
      )}
      <ToolGlyph card={card} />
      <span className={`clip ${styles.name}`} title={nameTitle(data)}>
        {card.contract === undefined && isOpenStep(card.call) ? 'Open step' : visible(card.call._tool)}
      </span>
      {live && <StatusGlyph live={live} off={off} />}
      {off && <span className={styles.off}>off</span>}
      <span className={styles.spring} />
      {stranger && (
        <span className={styles.stranger} title={`This call came ${whence(stranger)}`}>
          <ClipboardPaste size={13} aria-hidden="true" />
        </span>
      )}
      {problems && count > 0 && (
        <span
          className={problems.errors > 0 ? styles.errors : styles.warnings}
          title={problemWords(problems)}
          data-problems={count}
        >
          <TriangleAlert size={12} strokeWidth={2.25} aria-hidden="true" />
          {count}
        </span>
      )}
      <EffectBadge effect={card.effect} />
    </div>
  );
}

const nameTitle = ({ card }: CardData): string =>
  visible(card.call._id === card.call._tool ? card.call._tool : `${card.call._tool} · ${card.call._id}`);

/** A tool's mark: what kind of call it is where that decides something, else the initials of its name. */
const ToolGlyph = memo(function ToolGlyph({ card }: { card: CardModel }) {
  const { call, contract, latent } = card;
  if (call._forEach !== undefined) return <Mark title="Runs once for each element" Icon={Repeat} />;
  if (call._delegate !== undefined) return <Mark title="Runs a plan of its own" Icon={Workflow} />;
  if (latent) return <Mark title="The model itself answers" Icon={Sparkles} />;
  if (!contract && isOpenStep(call))
    return <Mark title="Nothing does this yet" Icon={CircleQuestionMark} unknown />;
  if (!contract) return <Mark title="No contract is known for this tool" Icon={CircleQuestionMark} unknown />;
  return (
    <span className={glyphs.glyph} aria-hidden="true">
      {initials(call._tool)}
    </span>
  );
});

function Mark(props: { title: string; Icon: typeof Repeat; unknown?: boolean }) {
  const { title, Icon, unknown } = props;
  return (
    <span className={`${glyphs.glyph} ${unknown ? glyphs.unknown : ''}`} title={title}>
      <Icon size={14} aria-hidden="true" />
    </span>
  );
}

/** At most two letters: `checkBillingHistory` is CB, `csv.parse` is CP, `wait` is W. */
function initials(name: string): string {
  const words = name.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu) ?? [name];
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');
}
