/** An arrow from the call that writes a path to one that reads it, in the path's colour. */

import { EdgeLabelRenderer, type EdgeProps, useStore, ViewportPortal } from '@xyflow/react';
import { Plus } from 'lucide-react';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { arrowhead, curve, curveThrough, type Ends, parameterAt, pointAt } from '../../canvas/bezier.ts';
import type { ArrowData } from '../../canvas/drawing.ts';
import { isEndPart } from '../../canvas/ends.ts';
import type { XY } from '../../canvas/plane.ts';
import { LAYER_GAP } from '../../layout/gaps.ts';
import { itemAt } from '../../lib/columns.ts';
import type { CallStatus } from '../../run/events.ts';
import { useCanvasContext, useOfLive, useShown } from './canvas-context.ts';
import { hueClass } from './Pills.tsx';
import styles from './reference-edge.module.css';
import type { ReferenceFlowEdge } from './to-flow.ts';

/** Branch labels stand in the gap behind their fork, this far from it: further on a card could cover them. */
const BRANCH_LABEL_AT = LAYER_GAP / 2;

function ReferenceEdgeComponent(props: EdgeProps<ReferenceFlowEdge>) {
  const { id, source, target, data, selected } = props;
  const [hovered, setHovered] = useState(false);
  const { far, controller } = useCanvasContext();
  const isOpen =
    useShown(controller, (shows) => shows.mode === 'edit' && shows.pull === null) &&
    // A step goes between two calls.
    !isEndPart(source) &&
    !isEndPart(target);
  const { value, arrive, notTaken } = useValueFlow(source, data?.alternative ?? 0, data?.isError ?? false);
  if (!data) return null;
  const route = passable(props, data.route);
  const path = route ? curveThrough(props, route) : curve(props);
  // The first stretch is where a fork's label stands.
  const start: Ends = route ? { ...props, targetX: itemAt(route, 0).x, targetY: itemAt(route, 0).y } : props;
  const tone = data.isError ? styles.error : data.role === 'after' ? styles.after : hueClass(data.hue);
  const classes = [
    styles.edge,
    tone,
    selected ? styles.selected : '',
    data.lit ? styles.lit : '',
    far ? styles.far : '',
    notTaken || data.removed ? styles.faded : '',
  ];
  const strong = selected === true || hovered;
  const middle = route ? itemAt(route, Math.floor((route.length - 1) / 2)) : pointAt(props, 0.5);
  const isFork = data.isBranch && !data.removed && !far;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only shows a name that the arrow's label holds too
    <g
      className={classes.filter(Boolean).join(' ')}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
    >
      <path d={path} className={styles.hit} />
      <path d={path} className={styles.line} />
      {!far && <path d={arrowhead(props)} className={styles.head} />}
      {value !== null && (
        <circle
          key={value}
          r={3.5}
          className={styles.dot}
          style={{ offsetPath: `path("${path}")` }}
          onAnimationEnd={arrive}
        />
      )}
      {strong && (
        <ViewportPortal>
          <EdgeLabel
            data={data}
            text={data.label}
            at={middle}
            tone={`${tone} ${styles.strong} ${isOpen && !far ? styles.above : ''}`}
          />
          {isOpen && !far && <InsertButton edge={id} at={middle} tone={tone} />}
        </ViewportPortal>
      )}
      {isFork && !strong && (
        <EdgeLabelRenderer>
          <EdgeLabel
            data={data}
            text={data.branch}
            at={pointAt(start, parameterAt(start, BRANCH_LABEL_AT))}
            tone={`${tone} ${notTaken ? styles.faded : ''}`}
          />
        </EdgeLabelRenderer>
      )}
    </g>
  );
}

/** The bends, unless an end is being dragged to where they would lead backwards. */
function passable(ends: Ends, route: ArrowData['route']): readonly XY[] | undefined {
  const [first, last] = [route?.[0], route?.[route.length - 1]];
  return first && last && first.x > ends.sourceX && last.x < ends.targetX ? route : undefined;
}

interface EdgeLabelProps {
  readonly data: ArrowData;
  readonly text: string;
  readonly at: XY;
  readonly tone: string;
}

function EdgeLabel({ data, text, at, tone }: EdgeLabelProps) {
  return (
    <span
      className={`${styles.label} ${tone}`}
      style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)` }}
    >
      {data.role === 'after' ? `after ${text}` : text}
    </span>
  );
}

/** On an arrow that is pointed at or selected; by keyboard, N does the same. As large on the screen at every zoom. */
function InsertButton({ edge, at, tone }: { edge: string; at: XY; tone: string | undefined }) {
  const { controller } = useCanvasContext();
  const zoom = useStore((state) => state.transform[2]);
  return (
    <button
      type="button"
      data-on-edge={edge}
      className={`nodrag nopan ${styles.insert} ${tone}`}
      style={{
        transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px) scale(${Math.max(1, 1 / zoom)})`,
      }}
      tabIndex={-1}
      title="Insert a step here (N)"
      aria-label="Insert a step on this reference"
      onClick={() => controller.perform({ kind: 'begin-inserting', edge, at })}
    >
      <Plus size={14} aria-hidden="true" />
    </button>
  );
}

// ---- The moment at which a value leaves a call, so that one dot travels the arrow once ----

interface ValueFlow {
  /** The value that is on its way along this arrow, by its number; null where none is. */
  readonly value: number | null;
  /** It has come to the arrow's end. */
  readonly arrive: () => void;
  /** Nothing comes along it any more: the writer took another alternative, or never ran. */
  readonly notTaken: boolean;
}

const NEVER_RAN: ReadonlySet<CallStatus> = new Set(['skipped', 'cancelled']);

/**
 * `writer` is a call id. One that had completed before the arrow appeared, or at the moment gone to, sends nothing. Drawn
 * again for a value and for nothing else that becomes of the writer.
 */
function useValueFlow(writer: string, alternative: number, isError: boolean): ValueFlow {
  const { statusOf, subscribe, isLeap } = useCanvasContext();
  const [value, setValue] = useState<number | null>(null);
  const sent = useRef(0);
  useEffect(() => {
    let was = statusOf?.(writer)?.status;
    return subscribe?.(writer, () => {
      const live = statusOf?.(writer);
      const took = live?.status === 'completed' ? (live.branch ?? 0) : null;
      // A dot is drawn at every frame: at another moment it would go on for nothing.
      if (isLeap?.()) setValue(null);
      else if (took === alternative && was !== undefined && was !== 'completed') {
        sent.current += 1;
        setValue(sent.current);
      }
      was = live?.status;
    });
  }, [statusOf, subscribe, isLeap, writer, alternative]);
  const notTaken = useOfLive(writer, (live) => {
    if (live === undefined) return false;
    const { status, branch = 0 } = live;
    if (status === 'completed') return branch !== alternative;
    return NEVER_RAN.has(status) || (status === 'failed' && !isError);
  });
  return { value, arrive: useCallback(() => setValue(null), []), notTaken };
}

export const ReferenceEdge = memo(ReferenceEdgeComponent);
