/** Catches a defect while drawing: says so, and offers a way on that loses nothing. */

import { Component, type ReactNode } from 'react';
import { errorOf } from '../../lib/thrown.ts';
import { Button } from './Button.tsx';
import styles from './Empty.module.css';

export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null as Error | null };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: errorOf(error) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <div role="alert" className={styles.broken}>
        <h1>This part of the screen broke</h1>
        <p>
          Your plan is saved and a run goes on in the background. Reload the page to get the screen back; if
          the app was updated in the meantime, that also loads the new version.
        </p>
        <p>
          <code>{error.message}</code>
        </p>
        <Button tone="primary" onClick={() => location.reload()}>
          Reload the page
        </Button>
      </div>
    );
  }
}
