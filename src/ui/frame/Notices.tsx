/** Short sentences outside any panel, read out as they come. A refusal stays until the person does something about it, trouble until it is closed. */

import { X } from 'lucide-react';
import { useEffect } from 'react';
import { visibleLines } from '../../lib/visible-text.ts';
import { act } from '../actions/actions.ts';
import { IconButton } from '../parts/Button.tsx';
import { useServices, useSession } from '../services.ts';
import styles from './Notices.module.css';
import { isEdited, isGiven } from './refusal-answered.ts';

const SHOWN_MS = 6000;

export function Notices() {
  const services = useServices();
  const { document, session } = services;
  const notice = useSession((state) => state.notice);
  const waits = useSession((state) => state.waits);

  useEffect(() => {
    if (!notice || notice.undo || notice.tone === 'trouble' || notice.tone === 'news') return;
    const close = () => session.actions.set({ notice: null });
    if (notice.tone === 'danger') {
      const stops = [
        document.subscribe((is, was) => isEdited(is, was) && !session.getState().drafting && close()),
        session.subscribe((is, was) => (is.view !== was.view || isGiven(is.files, was.files)) && close()),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    }
    const timer = setTimeout(close, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice, document, session]);

  const isBad = notice?.tone === 'danger' || notice?.tone === 'trouble';
  return (
    <div className={styles.place} aria-live={isBad ? 'assertive' : 'polite'}>
      {notice ? (
        <div className={styles.notice} data-tone={notice.tone}>
          <p>{visibleLines(notice.text)}</p>
          {notice.undo || notice.tone === 'news' ? (
            <button
              type="button"
              className={styles.more}
              onClick={() => {
                session.actions.set({ notice: null });
                if (notice.undo) notice.undo();
                else act(waits > 0 ? 'inbox' : 'runs', services);
              }}
            >
              {notice.undo ? 'Undo' : waits > 0 ? 'See what waits' : 'See the runs'}
            </button>
          ) : null}
          <IconButton name="Close this message" onClick={() => session.actions.set({ notice: null })}>
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      ) : null}
    </div>
  );
}
