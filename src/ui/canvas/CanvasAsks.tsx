/** What the canvas asks and says beside the plan: the lists one chooses from, a call's menu, a notice. */

import { memo, Suspense, useCallback, useEffect } from 'react';
import type { CanvasController } from '../../canvas/controller.ts';
import type { XY } from '../../canvas/plane.ts';
import { late } from '../parts/late.tsx';
import { NOT_LOADED } from '../parts/not-loaded.ts';
import styles from './canvas.module.css';
import { type OfController, useShown } from './canvas-context.ts';

/** With its primitives it is a tenth of the first load, and nobody asks for it at first. */
const CallMenu = late(() => import('./CallMenu.tsx'));

/** Nobody adds a call at first; it comes once the plan is drawn, so that what is typed right after the key goes into it. */
const ChoiceList = late(() => import('./ChoiceList.tsx'));
const PullLayer = late(() => import('./PullLayer.tsx'));

/** What is asked: a tool to add a call of, what to connect and how. */
export const Lists = memo(function Lists({ controller, surface }: OfController & { surface: Surface }) {
  const tools = useShown(controller, (shows) => shows.tools);
  const step = useShown(controller, (shows) => shows.question);
  const consider = useCallback((id: string) => controller.perform({ kind: 'consider', id }), [controller]);
  useEffect(() => {
    const fetchAhead = (): void => {
      void ChoiceList.ahead();
      void PullLayer.ahead();
      // Asked for again by the next canvas where it can't be fetched now.
      import('../../canvas/workbench.ts').then(
        ({ WORKBENCH }) => controller.equip(WORKBENCH),
        () => controller.lacks(NOT_LOADED),
      );
    };
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(fetchAhead);
    });
    return () => cancelAnimationFrame(frame);
  }, [controller]);
  return (
    <Suspense fallback={null}>
      {tools && (
        <ChoiceList
          at={askedAt(controller, surface)}
          title="Add a call of which tool?"
          choices={tools}
          onChoose={(tool) => {
            const at = controller.shows.session.addAt;
            controller.perform({ kind: 'add', tool, ...(at ? { at } : {}) });
          }}
          onCancel={() => controller.perform({ kind: 'cancel-adding' })}
          onLeave={() => controller.perform({ kind: 'cancel-adding', leave: true })}
        />
      )}
      {step && (
        <ChoiceList
          key={step.title}
          at={askedAt(controller, surface, controller.shows.session.askAt)}
          title={step.title}
          choices={step.choices}
          typed={step.typed}
          onConsider={consider}
          onChoose={(id) => controller.perform({ kind: 'choose', id })}
          onCancel={() => controller.perform({ kind: 'cancel-asking' })}
        />
      )}
    </Suspense>
  );
});

type Surface = { readonly current: HTMLElement | null };

/** Half the breadth of a list that has all the room that it wants. */
const HALF_A_LIST = 210;

/** On the window: a little beside the pointer; in the middle above where no point was meant. */
function askedAt({ viewport: { x, y, zoom } }: CanvasController, { current }: Surface, at?: XY): XY {
  const { left = 0, top = 0, width = 0 } = current?.getBoundingClientRect() ?? {};
  return at
    ? { x: left + at.x * zoom + x + 12, y: top + at.y * zoom + y + 12 }
    : { x: left + width / 2 - HALF_A_LIST, y: top + 56 };
}

export const Notice = memo(function Notice({ controller }: OfController) {
  const notice = useShown(controller, (shows) => shows.notice);
  return (
    <p role="status" className={notice ? `float ${styles.notice}` : styles.silent}>
      {notice}
    </p>
  );
});

export const Menu = memo(function Menu({ controller }: OfController) {
  const menu = useShown(controller, (shows) => shows.menu);
  const offers = useShown(controller, (shows) => shows.offers);
  if (!menu) return null;
  return (
    <Suspense fallback={null}>
      <CallMenu
        {...menu}
        offers={offers}
        onClose={() => controller.perform({ kind: 'close-menu' })}
        onLeave={() => controller.leaveMenu()}
      />
    </Suspense>
  );
});

/** While an arrow is pulled: where it can end, and why not elsewhere. */
export function PulledOver({ controller }: OfController) {
  const isPulling = useShown(controller, (shows) => shows.pull !== null);
  if (!isPulling) return null;
  return (
    <Suspense fallback={null}>
      <PullLayer controller={controller} />
    </Suspense>
  );
}
