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
import { problemWords } from '../../canvas/marks.ts';
import { visible } from '../../lib/visible-text.ts';
import { isOff, isOpenStep } from '../../plan/open-step.ts';
import { familyOf } from '../../tools/built-in.ts';
import { EffectBadge } from '../parts/marks.tsx';
import { whence } from '../whence.ts';
import { OutputRows, ParameterRows } from './CardRows.tsx';
import styles from './call-card.module.css';
import { type CallLive, turnWords } from './call-live.ts';
import { useCanvasContext, useLive } from './canvas-context.ts';
import { Port } from './Port.tsx';
import { StatusBar, StatusGlyph } from './StatusGlyph.tsx';
import { spokenCall } from './spoken-call.ts';
import { type CallNode, valueId } from './to-flow.ts';
import glyphs from './tool-glyph.module.css';

/** As a run says it of a call that is switched off (L-37). */
const OFF: CallLive = { status: 'skipped' };

/** How a call stands, on its card and on its row of the list. */
export const useStanding = (id: string, { call }: CardModel): CallLive | undefined =>
  useLive(id) ?? (isOff(call) ? OFF : undefined);

function CallCardComponent({ id, data, selected }: NodeProps<CallNode>) {
  const { far, labelId, Value } = useCanvasContext();
  const { card, mark } = data;
  const off = isOff(card.call);
  const live = useStanding(id, card);
  const description = visible(card.call._description ?? '');
  const classes = [
    styles.card,
    selected ? styles.selected : '',
    mark ? styles[mark] : '',
    live?.status === 'skipped' ? styles.skipped : '',
    far ? styles.far : '',
  ];
  const value = Value && mark !== 'removed' && card.valueHeight > 0 && (
    <Suspense fallback={null}>
      <Value id={id} labelId={valueId(labelId(id))} />
    </Suspense>
  );
  return (
    <div
      className={classes.filter(Boolean).join(' ')}
      data-status={live?.status}
      data-mark={mark}
      data-far={far}
      data-plan={card.plan !== undefined || undefined}
    >
      <span id={labelId(id)} className={styles.spoken}>
        {spokenCall(data, live)}
      </span>
      {live && <StatusBar live={live} />}
      {far ? (
        <>
          {live && <StatusGlyph live={live} off={off} />}
          <span className={styles.farName}>
            {titleOn(card)}
            {description && <span className={styles.farAbout}>{description}</span>}
          </span>
          {value}
        </>
      ) : (
        <>
          <CardHeader data={data} live={live} />
          {card.lines > 0 && (
            <p className={styles.description} dir="auto" data-lines={card.lines} title={description}>
              {description}
            </p>
          )}
          <ParameterRows card={card} before={data.before} />
          {card.valueHeight > 0 && (
            <div className={styles.value} style={{ height: card.valueHeight }}>
              {value}
            </div>
          )}
          <OutputRows card={card} live={live} />
        </>
      )}
    </div>
  );
}

export const CallCard = memo(CallCardComponent);

interface CardHeaderProps {
  readonly data: CardData;
  readonly live: CallLive | undefined;
  /** A row of the list has no ports. */
  readonly isInList?: boolean;
}

/** The head of a card: tool, status, problems, effect, and the gate's port until the call has a gate. */
export function CardHeader({ data, live, isInList = false }: CardHeaderProps) {
  const { card, problems, stranger } = data;
  const off = isOff(card.call);
  const hasGate = card.rows.some((row) => row.port === AFTER_PORT);
  const grave = (problems?.errors ?? 0) + (off ? 0 : (problems?.fails ?? 0));
  const count = (problems?.errors ?? 0) + (problems?.fails ?? 0) + (problems?.warnings ?? 0);
  return (
    <div className={styles.header}>
      {!hasGate && !isInList && (
        <span className={styles.gate}>
          <Port port={AFTER_PORT} side="left" />
        </span>
      )}
      <ToolGlyph card={card} />
      <span className={`clip ${styles.name}`} title={nameTitle(data)}>
        {titleOn(card)}
      </span>
      {live && <StatusGlyph live={live} off={off} />}
      {off && !live?.apart && <span className={styles.off}>off</span>}
      {live?.counts && (
        <span
          className={isInList ? styles.off : styles.counts}
          data-failed={live.counts.failed > 0 || undefined}
        >
          {live.counts.words}
        </span>
      )}
      {live?.turn && <span className={styles.off}>{turnWords(live.turn)}</span>}
      <span className={styles.spring} />
      {stranger && (
        <span className={styles.stranger} title={`This call came ${whence(stranger)}`}>
          <ClipboardPaste size={13} aria-hidden="true" />
        </span>
      )}
      {problems && count > 0 && (
        <span
          className={grave > 0 ? styles.errors : styles.warnings}
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

const titleOn = ({ contract, call, title }: CardModel): string =>
  contract === undefined && isOpenStep(call) ? 'Open step' : title;

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
