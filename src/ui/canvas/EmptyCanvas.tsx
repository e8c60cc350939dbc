/** What the canvas says while the plan has no calls: the three ways to get some. */

import styles from './empty-canvas.module.css';

export function EmptyCanvas({ onAdd }: { onAdd: () => void }) {
  return (
    <div className={styles.place}>
      <h2 className={styles.title}>No calls yet</h2>
      <p>Say below what should be done, and a planner drafts them.</p>
      <p>
        Or{' '}
        <button type="button" className={styles.add} onClick={onAdd}>
          add a call
        </button>{' '}
        yourself (<kbd>A</kbd>), then pull from port to port, or press <kbd>C</kbd>, to connect two.
      </p>
      <p>Calls copied as JSON can be pasted here.</p>
    </div>
  );
}
