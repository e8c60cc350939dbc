/** Above the canvas of a run over a list (L-55): how its instances stand, and which of them the screen is turned to. */

import { visible, visibleLines } from '../../lib/visible-text.ts';
import { instancesNow } from '../../run/call-counts.ts';
import { isOver } from '../../run/whole.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { ActionButton, useAction } from '../actions/use-action.tsx';
import { Button, IconButton } from '../parts/Button.tsx';
import bar from '../parts/CanvasBar.module.css';
import { deferred, type OfRun } from '../run/deferred.tsx';
import { useServices } from '../services.ts';
import { offerLists } from './actions.ts';
import { instanceStatusWords, isFailed, listWords } from './instance-words.ts';
import styles from './list-bar.module.css';
import { useInstance } from './use-instance.ts';

// Its buttons are some of them.
offerLists();

export default deferred(function ListBar({ run }: OfRun) {
  return run && run.state.instances.length > 0 ? <Bar run={run} /> : null;
});

function Bar({ run }: { run: ShownRun }) {
  const { session } = useServices();
  const choose = useAction('choose-instance');
  const label = useInstance(run);
  const views = instancesNow(run.state);
  const at = label === null ? -1 : views.findIndex((view) => view.label === label);
  const view = views[at];
  const go = (to: number) => {
    const next = views[to];
    session.actions.set({ instance: next && { runId: run.runId, label: next.label } });
  };
  const failed = isOver(run.state) ? views.filter(isFailed).length : 0;
  return (
    <section className={bar.bar} data-tone="info" aria-label="Instances">
      <div className={bar.line}>
        <span className={styles.which}>
          <Button data-tip={choose.tip} aria-haspopup="dialog" onClick={choose.run}>
            <span className="clip">
              {view ? <bdi>{visible(view.label)}</bdi> : `All ${views.length.toLocaleString('en')}`}
            </span>
            <span aria-hidden>▾</span>
          </Button>
          <IconButton name="The instance before" disabled={at < 0} onClick={() => go(at - 1)}>
            <span aria-hidden>‹</span>
          </IconButton>
          <IconButton name="The next instance" disabled={at + 1 >= views.length} onClick={() => go(at + 1)}>
            <span aria-hidden>›</span>
          </IconButton>
        </span>
        <p role="status" className={bar.text}>
          <span className="clip">
            {view
              ? `${instanceStatusWords(view.status)}${view.failed ? `: ${visibleLines(view.failed.message)}` : ''}`
              : listWords(views)}
          </span>
        </p>
        {failed === 0 ? null : (
          <div className={bar.ways}>
            <ActionButton
              id="failed-again"
              tone="plain"
              name={`Run the ${failed.toLocaleString('en')} failed again`}
            />
          </div>
        )}
      </div>
    </section>
  );
}
