/** The top bar: which plan, where in its work, and what can be done to it from anywhere. */

import { Command, Download, Moon, PanelLeft, Redo2, Share2, Sun, Undo2, Upload } from 'lucide-react';
import { ActionIcon } from '../actions/use-action.tsx';
import { useDocument, useSession } from '../services.ts';
import { ApprovalChip } from './ApprovalChip.tsx';
import { PathOfWork } from './PathOfWork.tsx';
import { PlanTitle } from './PlanTitle.tsx';
import styles from './TopBar.module.css';
import { useShownTheme } from './use-theme.ts';

export function TopBar() {
  const past = useDocument((state) => state.history.past.at(-1)?.label);
  const future = useDocument((state) => state.history.future[0]?.label);
  const railOpen = useSession((state) => state.railOpen);
  const welcome = useSession((state) => state.welcome);
  const theme = useShownTheme();

  return (
    <header className={styles.bar}>
      <div className={styles.plan}>
        <ActionIcon id="rail" name={railOpen ? 'Hide plans' : 'Show plans'} aria-expanded={railOpen}>
          <PanelLeft size={16} aria-hidden />
        </ActionIcon>
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
            <ActionIcon id="undo" tip={`Undo: ${past}`}>
              <Undo2 size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon id="redo" tip={`Redo: ${future}`}>
              <Redo2 size={16} aria-hidden />
            </ActionIcon>
            <span className={styles.rule} />
            <ActionIcon id="share">
              <Share2 size={16} aria-hidden />
            </ActionIcon>
          </>
        )}
        <ActionIcon id="import">
          <Upload size={16} aria-hidden />
        </ActionIcon>
        {welcome ? null : (
          <ActionIcon id="export">
            <Download size={16} aria-hidden />
          </ActionIcon>
        )}
        <span className={styles.rule} />
        <ActionIcon id="other-theme" name={theme === 'dark' ? 'Use the light theme' : 'Use the dark theme'}>
          {theme === 'dark' ? <Sun size={16} aria-hidden /> : <Moon size={16} aria-hidden />}
        </ActionIcon>
        <ActionIcon id="palette">
          <Command size={16} aria-hidden />
        </ActionIcon>
      </div>
    </header>
  );
}
