/** The canvas's few buttons: add a call, zoom, fit, auto-layout; and what it says while it has no card to show. */

import { Maximize, Network, Plus, ZoomIn, ZoomOut } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CanvasController } from '../../canvas/controller.ts';
import type { Intent } from '../../canvas/intents.ts';
import { ZOOM_STEP } from '../../canvas/keys.ts';
import styles from './canvas.module.css';
import empty from './empty-canvas.module.css';

interface CanvasControlsProps {
  readonly controller: CanvasController;
  readonly editable: boolean;
}

export function AddCallButton({ onAdd }: { onAdd: () => void }) {
  return (
    <button type="button" className={styles.add} title="Add a call (A)" onClick={onAdd}>
      <Plus size={15} aria-hidden="true" />
      Add call
    </button>
  );
}

export function CanvasControls({ controller, editable }: CanvasControlsProps) {
  const on = (intent: Intent) => () => controller.perform(intent);
  return (
    <div className={styles.controls} role="toolbar" aria-label="View" aria-orientation="vertical">
      <button
        type="button"
        title="Zoom in (+)"
        aria-label="Zoom in"
        onClick={on({ kind: 'zoom-by', factor: ZOOM_STEP })}
      >
        <ZoomIn size={16} aria-hidden="true" />
      </button>
      <button
        type="button"
        title="Zoom out (−)"
        aria-label="Zoom out"
        onClick={on({ kind: 'zoom-by', factor: 1 / ZOOM_STEP })}
      >
        <ZoomOut size={16} aria-hidden="true" />
      </button>
      <button type="button" title="Fit the plan (0)" aria-label="Fit the plan" onClick={on({ kind: 'fit' })}>
        <Maximize size={16} aria-hidden="true" />
      </button>
      {editable && (
        <button
          type="button"
          title="Auto-layout"
          aria-label="Auto-layout"
          onClick={on({ kind: 'auto-layout' })}
        >
          <Network size={16} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

/** The three ways to get calls. */
/** @param children what it may begin with */
export function EmptyCanvas({ onAdd, children }: { onAdd: () => void; children: ReactNode }) {
  return (
    <div className={empty.place}>
      <h2 className={empty.title}>No calls yet</h2>
      <p>Say in the conversation what should be done, and a planner drafts them; or begin yourself.</p>
      {children}
      <button type="button" onClick={onAdd}>
        <Plus size={15} aria-hidden="true" />
        Add the first call
      </button>
      <p>
        <kbd>A</kbd> adds one as well. Two are connected by a pull from port to port, or by <kbd>C</kbd>.
      </p>
      <p>Calls copied as JSON can be pasted here.</p>
    </div>
  );
}
