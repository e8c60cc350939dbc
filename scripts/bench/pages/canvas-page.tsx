/** The canvas alone on a page, driven from outside through `window.bench`. Not part of the app. */

import '../../../src/ui/theme/tokens.css';
import '../../../src/ui/theme/base.css';
import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { CanvasController } from '../../../src/canvas/controller.ts';
import { applyEdits } from '../../../src/plan/apply-edit.ts';
import type { Plan } from '../../../src/plan/document.ts';
import type { Edit } from '../../../src/plan/edit.ts';
import { catalogueOf } from '../../../src/tools/catalogue.ts';
import { Canvas, type CanvasProps } from '../../../src/ui/canvas/Canvas.tsx';
import type { CallLive } from '../../../src/ui/canvas/call-live.ts';
import { nestedPlan, randomPlan, refundPlan } from './canvas-plans.ts';

type Extra = Partial<Pick<CanvasProps, 'mode' | 'problems' | 'diff' | 'selection' | 'streaming'>>;

let live = new Map<string, CallLive>();
const listeners = new Map<string, Set<() => void>>();
const statusOf = (id: string) => live.get(id);
const subscribe = (id: string, listener: () => void) => {
  const own = listeners.get(id) ?? new Set();
  listeners.set(id, own.add(listener));
  return () => void own.delete(listener);
};

let controller: CanvasController | null = null;
/** What takes the edits back, the last one last. */
const done: (readonly Edit[])[] = [];

function Bench({ plan: first, extra }: { plan: Plan; extra: Extra }) {
  const [plan, setPlan] = useState(first);
  const [selection, setSelection] = useState<readonly string[]>(extra.selection ?? []);
  // The app's document keeps it from edit to edit, too.
  const catalogue = useMemo(() => catalogueOf(plan.tools), [plan.tools]);
  bench.plan = () => plan;
  bench.undo = () => {
    const [last] = done.splice(-1);
    const applied = last && applyEdits(plan, last);
    if (applied?.ok) setPlan(applied.value.plan);
  };
  return (
    <Canvas
      mode="edit"
      problems={[]}
      {...extra}
      plan={plan}
      catalogue={catalogue}
      selection={selection}
      statusOf={statusOf}
      subscribe={subscribe}
      onEdits={(edits, gesture) => {
        bench.gestures.push(gesture);
        const applied = applyEdits(plan, edits);
        if (!applied.ok) throw new Error(applied.error);
        done.push(applied.value.inverse);
        setPlan(applied.value.plan);
      }}
      onController={(next) => {
        controller = next;
      }}
      onSelect={setSelection}
      onOpenInspector={(id) => bench.gestures.push(`Inspect ${id}`)}
    />
  );
}

let frameTimes: number[] = [];
let recording = false;
function noteFrame(time: number): void {
  frameTimes.push(time);
  if (recording) requestAnimationFrame(noteFrame);
}

const root = createRoot(document.getElementById('root')!);
let shows = 0;

const bench = {
  gestures: [] as string[],
  plan: (): Plan => refundPlan(),
  refundPlan,
  randomPlan,
  nestedPlan,
  /** Renders synchronously; resolves after the frame that shows it. Milliseconds until then. */
  async show(plan: Plan, extra: Extra = {}): Promise<number> {
    const start = performance.now();
    shows += 1;
    flushSync(() => root.render(<Bench key={shows} plan={plan} extra={extra} />));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return performance.now() - start;
  },
  undo: (): void => {},
  /** Connects, drops, pastes and undoes by turns. Milliseconds from the end of each to the task after the frame that shows it. */
  async edits(count: number): Promise<number[]> {
    const times: number[] = [];
    const at = controller;
    if (!at) throw new Error('No canvas is on the page.');
    const painted = async (edit: () => void): Promise<void> => {
      const before = bench.plan();
      const start = performance.now();
      flushSync(edit);
      await new Promise<void>((seen) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => seen();
          port2.postMessage(null);
        });
      });
      times.push(performance.now() - start);
      if (bench.plan() === before) throw new Error('An edit changed nothing: this measures nothing.');
      await new Promise((rested) => setTimeout(rested, 50));
    };
    for (let i = 0; i < count; i++) {
      const { scene } = at.shows;
      const [writer, reader] = [10 + i, scene.ids.length - 10 - i];
      const text = JSON.stringify([{ _id: 'pasted', _tool: 'note', text: 'pasted' }]);
      await painted(() =>
        at.perform({
          kind: 'connect',
          connection: { writer, alternative: 0, reader, port: { kind: 'parameter', name: `bench${i}` } },
        }),
      );
      await painted(() =>
        at.perform({ kind: 'move', calls: [scene.nodeIds[writer] ?? ''], by: { x: 40, y: 24 } }),
      );
      await painted(() => at.perform({ kind: 'paste', text, at: at.shows.view.middle }));
      await painted(() => bench.undo());
    }
    return times;
  },
  startFrames(): void {
    frameTimes = [];
    recording = true;
    requestAnimationFrame(noteFrame);
  },
  /** The times of the animation frames since the start, in milliseconds. */
  stopFrames(): number[] {
    recording = false;
    return frameTimes;
  },
  setLive(statuses: Record<string, CallLive>): void {
    live = new Map([...live, ...Object.entries(statuses)]);
    for (const id of Object.keys(statuses)) for (const listener of listeners.get(id) ?? []) listener();
  },
};
declare global {
  interface Window {
    bench: typeof bench;
  }
}
window.bench = bench;
