/** An arrow from the call that writes a path to one that reads it, in the path's colour. */

import { EdgeLabelRenderer, type EdgeProps, ViewportPortal } from '@xyflow/react';
import { memo, useContext, useState } from 'react';
import { curve, curveThrough, type Ends, parameterAt, pointAt } from './bezier.ts';
import { CanvasContext } from './canvas-context.ts';
import { LAYER_GAP } from './geometry.ts';
import { hueClass } from './hue-class.ts';
import styles from './reference-edge.module.css';
import type { ReferenceEdgeData, ReferenceFlowEdge, XY } from './to-flow.ts';
import { useValueFlow } from './use-value-flow.ts';

/** Branch labels stand in the gap behind their fork, this far from it: further on a card could cover them. */
const BRANCH_LABEL_AT = LAYER_GAP / 2;

function ReferenceEdgeComponent(props: EdgeProps<ReferenceFlowEdge>) {
  const { source, data, selected } = props;
  const [hovered, setHovered] = useState(false);
  const { far } = useContext(CanvasContext);
  const { count, notTaken } = useValueFlow(source, data?.alternative ?? 0, data?.isError ?? false);
  const [arrived, setArrived] = useState(0);
  if (!data) return null;
  const route = passable(props, data.route);
  const path = route ? curveThrough(props, route) : curve(props);
  // The first stretch is where a fork's label stands.
  const start: Ends = route ? { ...props, targetX: route[0]!.x, targetY: route[0]!.y } : props;
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
      {count > arrived && (
        <circle
          key={count}
          r={3.5}
          className={styles.dot}
          style={{ offsetPath: `path("${path}")` }}
          onAnimationEnd={() => setArrived(count)}
        />
      )}
      {strong && (
        <ViewportPortal>
          <EdgeLabel
            data={data}
            text={data.label}
            at={route ? route[Math.floor((route.length - 1) / 2)]! : pointAt(props, 0.5)}
            tone={`${tone} ${styles.strong}`}
          />
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
function passable(ends: Ends, route: ReferenceEdgeData['route']): readonly XY[] | undefined {
  const [first, last] = [route?.[0], route?.[route.length - 1]];
  return first && last && first.x > ends.sourceX && last.x < ends.targetX ? route : undefined;
}

interface EdgeLabelProps {
  readonly data: ReferenceEdgeData;
  readonly text: string;
  readonly at: { x: number; y: number };
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

export const ReferenceEdge = memo(ReferenceEdgeComponent);
