/** The canvas alone on a page, driven from outside through `window.bench`. Not part of the app. */

import '../../../src/ui/theme/tokens.css';
import '../../../src/ui/theme/base.css';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { applyEdits } from '../../../src/plan/apply-edit.ts';
import type { Plan } from '../../../src/plan/document.ts';
import { catalogueOf } from '../../../src/tools/catalogue.ts';
import { Canvas, type CanvasProps } from '../../../src/ui/canvas/Canvas.tsx';
import type { CallLive } from '../../../src/ui/canvas/call-live.ts';
import { randomPlan, refundPlan } from './canvas-plans.ts';

type Extra = Partial<
  Pick<CanvasProps, 'mode' | 'problems' | 'diff' | 'selection' | 'streaming' | 'latentTools'>
>;

let live = new Map<string, CallLive>();
const listeners = new Map<string, Set<() => void>>();
const statusOf = (id: string) => live.get(id);
const subscribe = (id: string, listener: () => void) => {
  const own = listeners.get(id) ?? new Set();
  listeners.set(id, own.add(listener));
  return () => void own.delete(listener);
};

function Bench({ plan: first, extra }: { plan: Plan; extra: Extra }) {
  const [plan, setPlan] = useState(first);
  const [selection, setSelection] = useState<readonly string[]>(extra.selection ?? []);
  bench.plan = () => plan;
  return (
    <Canvas
      mode="edit"
      problems={[]}
      {...extra}
      plan={plan}
      catalogue={catalogueOf(plan.tools)}
      selection={selection}
      statusOf={statusOf}
      subscribe={subscribe}
      onEdits={(edits, gesture) => {
        bench.gestures.push(gesture);
        const applied = applyEdits(plan, edits);
        if (applied.ok) setPlan(applied.value.plan);
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
  /** Renders synchronously; resolves after the frame that shows it. Milliseconds until then. */
  async show(plan: Plan, extra: Extra = {}): Promise<number> {
    const start = performance.now();
    shows += 1;
    flushSync(() => root.render(<Bench key={shows} plan={plan} extra={extra} />));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return performance.now() - start;
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
