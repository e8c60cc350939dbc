/** Short sentences outside any panel, read out as they come. Trouble stays until it is closed. */

import { X } from 'lucide-react';
import { useEffect } from 'react';
import { visibleLines } from '../../lib/visible-text.ts';
import { IconButton } from '../parts/Button.tsx';
import { useServices, useSession } from '../services.ts';
import styles from './Notices.module.css';

const SHOWN_MS = 6000;

export function Notices() {
  const { session } = useServices();
  const notice = useSession((state) => state.notice);

  useEffect(() => {
    if (!notice || notice.tone === 'danger') return;
    const timer = setTimeout(() => session.actions.set({ notice: null }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice, session]);

  return (
    <div className={styles.place} aria-live={notice?.tone === 'danger' ? 'assertive' : 'polite'}>
      {notice ? (
        <div className={styles.notice} data-tone={notice.tone}>
          <p>{visibleLines(notice.text)}</p>
          <IconButton name="Close this message" onClick={() => session.actions.set({ notice: null })}>
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      ) : null}
    </div>
  );
}
