/** A canvas on the page with a plan behind it, spoken to as a person would: keys, clicks, drags. */

import '../../../src/ui/theme/tokens.css';
import '../../../src/ui/theme/base.css';
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { userEvent } from 'vitest/browser';
import type { CanvasController } from '../../../src/canvas/controller.ts';
import { WORKBENCH } from '../../../src/canvas/workbench.ts';
import { applyEdits } from '../../../src/plan/apply-edit.ts';
import type { Call, Plan } from '../../../src/plan/document.ts';
import { catalogueOf } from '../../../src/tools/catalogue.ts';
import { Canvas, type CanvasProps } from '../../../src/ui/canvas/Canvas.tsx';
import type { CallLive } from '../../../src/ui/canvas/call-live.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

type Extra = Partial<CanvasProps>;

const equip = (controller: CanvasController | null): void => controller?.equip(WORKBENCH);

export class CanvasDriver {
  plan: Plan;
  selection: readonly string[] = [];
  readonly gestures: string[] = [];
  readonly inspected: string[] = [];
  adding = false;
  readonly #live = new Map<string, CallLive>();
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #host = document.createElement('div');
  readonly #root: Root;
  #refresh = () => {};

  constructor(plan: Plan, extra: Extra = {}) {
    this.plan = plan;
    this.selection = extra.selection ?? [];
    this.#host.style.cssText = 'width:1200px;height:800px';
    document.body.append(this.#host);
    this.#root = createRoot(this.#host);
    const Held = () => {
      const [, setTurn] = useState(0);
      this.#refresh = () => setTurn((turn) => turn + 1);
      return <Canvas {...this.#props(extra)} />;
    };
    act(() => this.#root.render(<Held />));
  }

  #props(extra: Extra): CanvasProps {
    return {
      mode: 'edit',
      problems: [],
      statusOf: this.#statusOf,
      subscribe: this.#subscribe,
      onEdits: this.#onEdits,
      onSelect: this.#onSelect,
      onOpenInspector: this.#onOpenInspector,
      onAdding: this.#onAdding,
      // It comes once the plan is drawn: no test is about the moments before.
      onController: equip,
      ...extra,
      adding: this.adding,
      catalogue: catalogueOf(this.plan.tools),
      plan: this.plan,
      selection: this.selection,
    };
  }

  #statusOf = (id: string) => this.#live.get(id);
  #subscribe = (id: string, listener: () => void) => {
    const own = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, own.add(listener));
    return () => void own.delete(listener);
  };
  #onEdits: CanvasProps['onEdits'] = (edits, gesture) => {
    const applied = applyEdits(this.plan, edits);
    if (!applied.ok) throw new Error(applied.error);
    this.plan = applied.value.plan;
    this.gestures.push(gesture);
    this.#refresh();
  };
  #onSelect: CanvasProps['onSelect'] = (ids) => {
    this.selection = ids;
    this.#refresh();
  };
  #onOpenInspector = (id: string) => void this.inspected.push(id);
  #onAdding = (open: boolean) => {
    this.adding = open;
    this.#refresh();
  };

  /** A button of the canvas, by its name. */
  async click(name: string): Promise<void> {
    const button = [...this.#host.querySelectorAll('button')].find(
      (candidate) => (candidate.getAttribute('aria-label') ?? candidate.textContent) === name,
    );
    if (!button) throw new Error(`No button "${name}" is on the canvas.`);
    await act(async () => button.click());
  }

  call(id: string): Call {
    const found = this.plan.calls.find((call) => call._id === id);
    if (!found) throw new Error(`The plan has no call ${id}.`);
    return found;
  }

  card(id: string): HTMLElement {
    const found = this.#host.querySelector<HTMLElement>(`.react-flow__node[data-id="${id}"]`);
    if (!found) throw new Error(`No card of ${id} is on the screen.`);
    return found;
  }

  get cards(): string[] {
    return [...this.#host.querySelectorAll('.react-flow__node')].map(
      (card) => card.getAttribute('data-id') ?? '',
    );
  }

  get host(): HTMLElement {
    return this.#host;
  }

  /** The name that a screen reader gives a card. */
  spoken(id: string): string {
    const label = this.card(id).getAttribute('aria-labelledby');
    return document.getElementById(label ?? '')?.textContent ?? '';
  }

  async focus(id: string): Promise<void> {
    await act(async () => this.card(id).focus());
  }

  async press(keys: string): Promise<void> {
    await act(() => userEvent.keyboard(keys));
  }

  /** Pulls from one element to another as a hand does: React is left to its own time meanwhile. */
  async drag(from: Element, to: Element, at?: { x: number; y: number }): Promise<void> {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
    // A hand moves in steps; a single jump is no drag.
    const grip = { steps: 8, ...(at ? { sourcePosition: at, targetPosition: at } : {}) };
    await userEvent.dragAndDrop(from, to, grip);
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  }

  setLive(id: string, live: CallLive): void {
    this.#live.set(id, live);
    act(() => {
      for (const listener of this.#listeners.get(id) ?? []) listener();
    });
  }

  close(): void {
    act(() => this.#root.unmount());
    this.#host.remove();
  }
}
