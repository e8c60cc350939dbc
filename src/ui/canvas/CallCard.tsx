/** A call's card. It knows its own call's status and nothing of the run, the stores or the other cards. */

import type { NodeProps } from '@xyflow/react';
import {
  CircleQuestionMark,
  ClipboardPaste,
  type LucideIcon,
  Repeat,
  Sparkles,
  TriangleAlert,
  Workflow,
} from 'lucide-react';
import { lazy, memo, Suspense } from 'react';
import { AFTER_PORT, type CardModel } from '../../canvas/card.ts';
import type { CardData } from '../../canvas/drawing.ts';
import { type DiffMark, problemWords } from '../../canvas/marks.ts';
import { visible } from '../../lib/visible-text.ts';
import type { Effect } from '../../plan/contract-shape.ts';
import { isOff, isOpenStep } from '../../plan/open-step.ts';
import { familyOf } from '../../tools/built-in.ts';
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
          <span className={styles.farName}>{card.title}</span>
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

/** "Filter rows (late), Only what is late, reads, completed, 1 error; reads from history". */
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
        {card.contract === undefined && isOpenStep(card.call) ? 'Open step' : card.title}
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
  visible(
    `${card.title} · ${card.call._id === card.call._tool ? '' : `${card.call._id} · `}${card.call._tool}`,
  );

const NoIcon: typeof import('./FamilyIcon.tsx').default = () => <></>;

/** A card says the same without it: where it can't be fetched, its place stays empty. */
const FamilyIcon = lazy(() => import('./FamilyIcon.tsx').catch(() => ({ default: NoIcon })));

/** A tool's mark: what kind of call it is where that decides something, else the family of tools it is of. */
const ToolGlyph = memo(function ToolGlyph({ card }: { card: CardModel }) {
  const { call, contract, latent } = card;
  if (call._forEach !== undefined) return <Mark title="Runs once for each element" Icon={Repeat} />;
  if (call._delegate !== undefined) return <Mark title="Runs a plan of its own" Icon={Workflow} />;
  if (latent) return <Mark title="The model itself answers" Icon={Sparkles} />;
  if (!contract && isOpenStep(call))
    return <Mark title="Nothing does this yet" Icon={CircleQuestionMark} unknown />;
  if (!contract) return <Mark title="No contract is known for this tool" Icon={CircleQuestionMark} unknown />;
  return (
    <span className={glyphs.glyph}>
      <Suspense fallback={null}>
        <FamilyIcon family={familyOf(contract)} />
      </Suspense>
    </span>
  );
});

function Mark(props: { title: string; Icon: LucideIcon; unknown?: boolean }) {
  const { title, Icon, unknown } = props;
  return (
    <span className={`${glyphs.glyph} ${unknown ? glyphs.unknown : ''}`} title={title}>
      <Icon size={14} aria-hidden="true" />
    </span>
  );
}
