/** The canvas's few buttons: add a call, zoom, fit, auto-layout. */

import { Maximize, Network, Plus, ZoomIn, ZoomOut } from 'lucide-react';
import styles from './canvas.module.css';
import type { Camera } from './use-camera.ts';

interface CanvasControlsProps {
  readonly camera: Camera;
  readonly onAutoLayout: () => void;
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

export function CanvasControls({ camera, onAutoLayout, editable }: CanvasControlsProps) {
  return (
    <div className={styles.controls} role="toolbar" aria-label="View" aria-orientation="vertical">
      <button type="button" title="Zoom in (+)" aria-label="Zoom in" onClick={() => camera.zoomBy(1.25)}>
        <ZoomIn size={16} aria-hidden="true" />
      </button>
      <button type="button" title="Zoom out (−)" aria-label="Zoom out" onClick={() => camera.zoomBy(0.8)}>
        <ZoomOut size={16} aria-hidden="true" />
      </button>
      <button type="button" title="Fit the plan (0)" aria-label="Fit the plan" onClick={camera.fitAll}>
        <Maximize size={16} aria-hidden="true" />
      </button>
      {editable && (
        <button type="button" title="Auto-layout" aria-label="Auto-layout" onClick={onAutoLayout}>
          <Network size={16} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
