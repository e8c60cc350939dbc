/** A value in a view of its own: of a card while one edits, or of a run. Over the screen, or beside the canvas. */

import { Maximize2, PanelRight, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Json } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import type { Plan } from '../../plan/document.ts';
import { OUTPUT_PART } from '../../plan/output-part.ts';
import { callView, unprovenIn } from '../../run/view.ts';
import { planOf } from '../../run/whole.ts';
import { valueNow, writtenPaths } from '../../run/written-paths.ts';
import { DRY_RUN, shownRun } from '../../stores/runs.ts';
import type { Viewed, ViewedValue } from '../../stores/session.ts';
import { builtInTools } from '../../tools/built-in.ts';
import { catalogueOf } from '../../tools/catalogue.ts';
import { callTitle } from '../../tools/titles.ts';
import { IconButton } from '../parts/Button.tsx';
import { Modal } from '../parts/Modal.tsx';
import { useDocument, useRuns, useServices, useSession } from '../services.ts';
import { LiveValue, useFollow } from './LiveValue.tsx';
import { RowPath } from './RowPath.tsx';
import { RowWays } from './RowWays.tsx';
import { restInRun } from './rest.ts';
import { SaveRows } from './SaveRows.tsx';
import { savedName } from './saved-name.ts';
import type { ShownRows } from './ValueTable.tsx';
import { ValueView } from './ValueView.tsx';
import styles from './Viewer.module.css';

export default function Viewer() {
  const viewed = useSession((state) => state.viewed);
  return viewed ? <Shown viewed={viewed} /> : null;
}

function Shown({ viewed }: { viewed: Viewed }) {
  const { session } = useServices();
  const { of, place, asked } = viewed;
  const close = () => session.actions.set({ viewed: null });
  const title = useTitle(of);
  const content =
    of.kind === 'live' ? (
      <LiveValue key={keyOf(viewed)} of={of} label={title} />
    ) : (
      <OfRun key={keyOf(viewed)} of={of} label={title} asked={asked} />
    );
  const other = place === 'full' ? 'beside' : 'full';
  const move = (
    <IconButton
      name={other === 'beside' ? 'Show it beside the canvas' : 'Show it over the whole screen'}
      hint={null}
      onClick={() => session.actions.set({ viewed: { ...viewed, place: other } })}
    >
      {other === 'beside' ? <PanelRight size={15} aria-hidden /> : <Maximize2 size={15} aria-hidden />}
    </IconButton>
  );
  if (place === 'full')
    return (
      <Modal title={title} size="full" onClose={close} head={move}>
        <div className={styles.content}>{content}</div>
      </Modal>
    );
  return (
    <Beside title={title} move={move} onClose={close}>
      {content}
    </Beside>
  );
}

const keyOf = ({ of, asked }: Viewed): string => JSON.stringify([of, asked]);

function Beside({
  title,
  move,
  onClose,
  children,
}: {
  title: string;
  move: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <section
      ref={panel}
      className={styles.beside}
      aria-label={title}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header className={styles.head}>
        <h2 className="clip">{title}</h2>
        {move}
        <IconButton name="Close the value" hint={null} onClick={onClose}>
          <X size={16} aria-hidden />
        </IconButton>
      </header>
      <div className={styles.content}>{children}</div>
    </section>
  );
}

/** "Filter rows: keep the large ones", "Result of Sales by region". */
function useTitle(of: ViewedValue): string {
  const onTable = useDocument((state) => state.plan);
  const plan = useRuns(({ known }) => {
    const run = of.kind === 'live' ? undefined : known.get(of.runId);
    return run ? (planOf(run.state) ?? undefined) : undefined;
  });
  if (of.kind === 'live' && of.call === OUTPUT_PART)
    return `Result of ${visible(onTable.title ?? 'the plan')}`;
  if (of.kind === 'output') return `Result of ${visible(plan?.title ?? 'the run')}`;
  if (of.kind === 'path') return visible(of.path);
  return titleIn(of.kind === 'live' ? onTable : plan, of.call);
}

function titleIn(plan: Plan | undefined, id: string): string {
  const call = plan?.calls.find(({ _id }) => _id === id.split('@')[0]);
  if (!call) return visible(id);
  const contract = catalogueOf(builtInTools, plan?.tools).get(call._tool);
  const title = callTitle(contract, { ...call, _id: id });
  return call._description ? `${title}: ${visible(call._description)}` : title;
}

interface Part<K extends ViewedValue['kind']> {
  readonly of: Extract<ViewedValue, { kind: K }>;
  readonly label: string;
}

function OfRun({ of, label, asked }: Part<'call' | 'path' | 'output'> & Pick<Viewed, 'asked'>) {
  const run = useRuns((state) => shownRun(state, of.runId));
  const follow = useFollow(asked);
  const plan = run && planOf(run.state);
  const value = run ? valueIn(of, run.state) : undefined;
  if (value === undefined) return <p className="muted">There is no value at this moment of the run.</p>;
  const rest = restInRun({ runId: of.runId, isUnproven: run !== undefined && unprovenIn(run.state) > 0 });
  const name = savedName(plan, of.kind === 'output' ? OUTPUT_PART : of.kind === 'path' ? of.path : of.call);
  return (
    <>
      <ValueView
        value={value}
        label={label}
        rest={rest}
        onRow={of.runId === DRY_RUN ? undefined : follow.back}
        actions={(shown: ShownRows) => (
          <>
            {of.runId === DRY_RUN ? null : <RowWays shown={shown} onWay={follow.ask} />}
            <SaveRows name={name} shown={shown} rest={rest} />
          </>
        )}
      />
      {follow.asked && plan ? <RowPath of={of} plan={plan} {...follow.asked} onClose={follow.close} /> : null}
    </>
  );
}

type RunState = Parameters<typeof callView>[0];

function valueIn(of: Part<'call' | 'path' | 'output'>['of'], state: RunState): Json | undefined {
  if (of.kind === 'output') return state.output;
  if (of.kind === 'call') return callView(state, of.call)?.value;
  const written = writtenPaths(state).find(({ path }) => path === of.path);
  return written && valueNow(state, written);
}
