/** The top bar: which plan, where in its work, and what can be done to it from anywhere. */

import { Command, Download, Moon, PanelLeft, Redo2, Share2, Sun, Undo2, Upload } from 'lucide-react';
import { IconButton } from '../parts/Button.tsx';
import { useDocument, useServices, useSession } from '../services.ts';
import { ApprovalChip } from './ApprovalChip.tsx';
import { PathOfWork } from './PathOfWork.tsx';
import { PlanTitle } from './PlanTitle.tsx';
import styles from './TopBar.module.css';
import { useShownTheme } from './use-theme.ts';

export function TopBar() {
  const { document, session, plans } = useServices();
  const past = useDocument((state) => state.history.past.at(-1)?.label);
  const future = useDocument((state) => state.history.future[0]?.label);
  const railOpen = useSession((state) => state.railOpen);
  const welcome = useSession((state) => state.welcome);
  const theme = useShownTheme();

  return (
    <header className={styles.bar}>
      <div className={styles.plan}>
        <IconButton
          name={railOpen ? 'Hide plans' : 'Show plans'}
          aria-expanded={railOpen}
          onClick={() => session.actions.set({ railOpen: !railOpen })}
        >
          <PanelLeft size={16} aria-hidden />
        </IconButton>
        {welcome ? (
          <span className={styles.name}>
            <span className={styles.mark} aria-hidden>
              †
            </span>
            Obelus
          </span>
        ) : (
          <>
            <PlanTitle />
            <ApprovalChip />
          </>
        )}
      </div>
      <div className={styles.path}>{welcome ? null : <PathOfWork />}</div>
      <div className={styles.tools}>
        {welcome ? null : (
          <>
            <IconButton
              name="Undo"
              hint={past ? `Undo: ${past}` : 'Nothing to undo'}
              disabled={!past}
              onClick={() => document.actions.undo()}
            >
              <Undo2 size={16} aria-hidden />
            </IconButton>
            <IconButton
              name="Redo"
              hint={future ? `Redo: ${future}` : 'Nothing to redo'}
              disabled={!future}
              onClick={() => document.actions.redo()}
            >
              <Redo2 size={16} aria-hidden />
            </IconButton>
            <span className={styles.rule} />
            <IconButton name="Share" onClick={() => session.actions.set({ dialog: 'share' })}>
              <Share2 size={16} aria-hidden />
            </IconButton>
          </>
        )}
        <IconButton name="Import" onClick={() => session.actions.set({ dialog: 'import' })}>
          <Upload size={16} aria-hidden />
        </IconButton>
        {welcome ? null : (
          <IconButton name="Export" onClick={plans.exportPlan}>
            <Download size={16} aria-hidden />
          </IconButton>
        )}
        <span className={styles.rule} />
        <IconButton
          name={theme === 'dark' ? 'Use the light theme' : 'Use the dark theme'}
          onClick={() => session.actions.set({ theme: theme === 'dark' ? 'light' : 'dark' })}
        >
          {theme === 'dark' ? <Sun size={16} aria-hidden /> : <Moon size={16} aria-hidden />}
        </IconButton>
        <IconButton
          name="Command palette"
          hint="Command palette (Ctrl+K)"
          onClick={() => session.actions.set({ dialog: 'palette' })}
        >
          <Command size={16} aria-hidden />
        </IconButton>
      </div>
    </header>
  );
}
