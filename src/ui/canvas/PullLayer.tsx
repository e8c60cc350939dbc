/**
 * Over the cards while an arrow is pulled: what can take it is lit, place by place, likeliest first; the rest is dimmed, and
 * says why not where the pointer is. It looks at the cards that are drawn, once a pull, and at one more a step.
 */

import { ViewportPortal } from '@xyflow/react';
import { memo, useMemo } from 'react';
import {
  alternativeOf,
  CARD_WIDTH,
  type CardModel,
  parameterPort,
  portPlaces,
  readerPortOf,
} from '../../canvas/card.ts';
import type { CanvasController } from '../../canvas/controller.ts';
import type { DrawnCard } from '../../canvas/drawing.ts';
import type { DrawnEnd } from '../../canvas/end-places.ts';
import { endPorts, rowOfPort } from '../../canvas/ends.ts';
import type { Grip, Pull } from '../../canvas/gestures/gesture.ts';
import { type ArrowFrom, isBackwards } from '../../canvas/intents.ts';
import type { XY } from '../../canvas/plane.ts';
import type { Workbench } from '../../canvas/workbench.ts';
import { visible } from '../../lib/visible-text.ts';
import { inputPart } from '../../plan/input-schema.ts';
import { OUTPUT_PART } from '../../plan/output-part.ts';
import { useShown } from './canvas-context.ts';
import styles from './pull.module.css';

/** A card of a call, or one at an end of the plan. */
interface Framed {
  readonly id: string;
  readonly at: XY;
  readonly height: number;
}

/** What a pull finds at one card. */
interface Target {
  readonly card: Framed;
  /** null where it can end here. */
  readonly whyNot: string | null;
  /** Ports that take it, from the card's top; the likeliest first. */
  readonly ports: readonly { readonly port: string; readonly y: number; readonly side: 'left' | 'right' }[];
}

export default function PullLayer({ controller }: { controller: CanvasController }) {
  const pull = useShown(controller, (shows) => shows.pull);
  const cards = useShown(controller, (shows) => shows.drawing.cards);
  const bench = useShown(controller, (shows) => shows.session.bench);
  const ends = useShown(controller, (shows) => shows.ends.cards);
  const from = pull?.from;
  const refused = pull?.refused;
  // The same object as long as it is one pull.
  const targets = useMemo(
    () =>
      from && refused && bench
        ? [
            ...cards.flatMap((card) => targetOf(controller, bench, { from, refused }, card)),
            ...ends.flatMap((end) => endTargetOf(controller, bench, from, end)),
          ]
        : [],
    [controller, bench, from, refused, cards, ends],
  );
  if (!pull || !bench) return null;
  const over = pull.over && 'call' in pull.over ? pull.over : undefined;
  const at = over && targets.find(({ card }) => card.id === over.call);
  const reason = at && over ? reasonAt(controller, bench, pull, at, over) : null;
  return (
    <ViewportPortal>
      <Targets targets={targets} />
      {over && at && reason === null && <Frame card={at.card} />}
      {at && reason !== null && (
        <p
          className={styles.why}
          style={{
            transform: `translate(${at.card.at.x}px, ${at.card.at.y + at.card.height + 6}px)`,
          }}
        >
          {visible(reason)}
        </p>
      )}
    </ViewportPortal>
  );
}

/** Drawn once a pull: what is under the pointer changes nothing of it. */
const Targets = memo(function Targets({ targets }: { targets: readonly Target[] }) {
  return targets.map(({ card, whyNot, ports }) =>
    whyNot === null ? (
      ports.map(({ port, y, side }, i) => (
        <span
          key={`${card.id} ${port}`}
          className={i === 0 ? styles.best : styles.fits}
          data-pull-fits={card.id}
          style={{
            transform: `translate(-50%, -50%) translate(${card.at.x + (side === 'right' ? CARD_WIDTH : 0)}px, ${card.at.y + y}px)`,
          }}
        />
      ))
    ) : (
      <span
        key={card.id}
        className={styles.refused}
        data-pull-refused={card.id}
        style={{
          transform: `translate(${card.at.x}px, ${card.at.y}px)`,
          width: CARD_WIDTH,
          height: card.height,
        }}
      />
    ),
  );
});

function Frame({ card }: { card: Framed }) {
  return (
    <span
      className={styles.taken}
      style={{
        transform: `translate(${card.at.x}px, ${card.at.y}px)`,
        width: CARD_WIDTH,
        height: card.height,
      }}
    />
  );
}

/** A card at an end: what is brought to it, or read from it, goes by its one port. */
function endTargetOf(
  { shows: { view } }: CanvasController,
  bench: Workbench,
  from: ArrowFrom,
  { id, at, end }: DrawnEnd,
): Target[] {
  const own = 'row' in from ? OUTPUT_PART : 'input' in from ? inputPart(from.input) : undefined;
  if (id === own) return [];
  const card = { id, at, height: end.height };
  const whyNot = bench.whyNotEnd(view, from, { end: id });
  const ports = whyNot === null ? endPorts(end).filter(({ port }) => rowOfPort(port) === null) : [];
  return [{ card, whyNot, ports }];
}

function targetOf(
  { shows: { scene, view } }: CanvasController,
  bench: Workbench,
  { from, refused }: Pick<Pull, 'from' | 'refused'>,
  drawn: DrawnCard,
): Target[] {
  const index = scene.indexOf.get(drawn.id);
  const own = 'writer' in from ? from.writer : 'reader' in from ? from.reader : undefined;
  if (index === undefined || drawn.isBeyond || index === own) return [];
  const model = drawn.data.card;
  const card = { id: drawn.id, at: drawn.at, height: model.height };
  if (isBackwards(from)) {
    const outputs = portPlaces(model).flatMap(({ port: name, side, y }) => {
      const alternative = alternativeOf(name);
      if (alternative === null) return [];
      const whyNot = refused.has(index)
        ? ''
        : 'reader' in from
          ? bench.whyNotPort(scene, { writer: index, alternative, ...from })
          : bench.whyNotEnd(view, from, { call: index, port: name });
      return [{ port: name, side, y, whyNot }];
    });
    const fitting = outputs.filter(({ whyNot }) => whyNot === null);
    if (fitting.length > 0) return [{ card, whyNot: null, ports: fitting }];
    const whyNot =
      outputs.find((one) => one.whyNot)?.whyNot ??
      ('reader' in from ? bench.whyNotCard(scene, index, 0, from.reader) : null);
    return [{ card, whyNot: whyNot ?? 'It has no result to read.', ports: [] }];
  }
  if ('input' in from) {
    const whyNot = bench.whyNotEnd(view, from, { call: index });
    if (whyNot !== null) return [{ card, whyNot, ports: [] }];
    const input = view.ends.find(({ id }) => id === inputPart(from.input))?.end;
    const fits = input?.kind === 'input' ? bench.fitsOfInput(scene, input.input, index) : [];
    return [{ card, whyNot: null, ports: portsOf(model, fits) }];
  }
  if (!('writer' in from)) return [];
  const { writer, alternative } = from;
  const whyNot = bench.whyNotCard(scene, writer, alternative, index);
  if (whyNot !== null) return [{ card, whyNot, ports: [] }];
  const fits = bench.fitsOf(scene, writer, alternative, index);
  return [{ card, whyNot: null, ports: portsOf(model, fits) }];
}

/** The ports of a card that stand for what fits, in that order. */
const portsOf = (card: CardModel, fits: ReturnType<Workbench['fitsOf']>): Target['ports'] => {
  const places = portPlaces(card);
  return fits.flatMap(({ port: { name } }) => places.find(({ port }) => port === parameterPort(name)) ?? []);
};

/** Why it can't end right here; null where it can. */
function reasonAt(
  { shows: { scene, view } }: CanvasController,
  bench: Workbench,
  { from }: Pull,
  { whyNot }: Target,
  over: Extract<Grip, { readonly call: string }>,
): string | null {
  const index = scene.indexOf.get(over.call);
  const port = over.kind === 'port' ? readerPortOf(over.port) : null;
  if (index === undefined || over.kind !== 'port' || !port) return whyNot;
  if ('input' in from) return bench.whyNotEnd(view, from, { call: index, port: over.port });
  if ('writer' in from) return bench.whyNotPort(scene, { ...from, reader: index, port });
  return whyNot;
}
