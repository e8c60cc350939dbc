/** Catches a defect while drawing: says so, and offers ways on that lose nothing. */

import { Component, type ReactNode } from 'react';
import { errorOf } from '../../lib/thrown.ts';
import { Button } from './Button.tsx';
import styles from './Empty.module.css';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Opens the page anew without what was on the screen: where that is what breaks, a reload alone would break again. */
  onLeave: () => void;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | null }> {
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
          Your plan is saved and a run goes on in the background. Reload the page; if it breaks again, go to
          the start.
        </p>
        <p>
          <code>{error.message}</code>
        </p>
        <Button tone="primary" onClick={() => location.reload()}>
          Reload the page
        </Button>{' '}
        <Button onClick={this.props.onLeave}>Go to the start</Button>
      </div>
    );
  }
}
