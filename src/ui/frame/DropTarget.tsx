/** Files can be dropped anywhere: a .json with a plan in it is imported, anything else joins the goal. */

import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useServices } from '../services.ts';
import styles from './DropTarget.module.css';

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

export function DropTarget({ children }: { children: ReactNode }) {
  const { plans } = useServices();
  const [over, setOver] = useState(false);
  // Enter and leave fire for every child; only the count tells when the page itself is left.
  const depth = useRef(0);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; "Add files" and "Import" are the keyboard's way.
    <div
      onDragEnter={(event) => {
        if (!carriesFiles(event)) return;
        depth.current += 1;
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!carriesFiles(event)) return;
        depth.current -= 1;
        if (depth.current <= 0) setOver(false);
      }}
      onDragOver={(event) => {
        if (carriesFiles(event)) event.preventDefault();
      }}
      onDrop={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        plans.dropFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
      {over ? (
        <div className={styles.veil} aria-hidden>
          <p>Drop a plan to open it, or files to plan with</p>
        </div>
      ) : null}
    </div>
  );
}
