/** How much of the room is taken, and by what: one bar, and the same in words beside it. */

import type { StoredBytes } from '../../stores/ports.ts';
import type { StorageFacts } from '../services.ts';
import { fileSize } from '../words.ts';
import styles from './settings.module.css';

const KINDS: readonly { readonly kind: keyof StoredBytes; readonly words: string }[] = [
  { kind: 'plans', words: 'Plans' },
  { kind: 'runs', words: 'Journals of runs' },
  { kind: 'values', words: 'Long values' },
  { kind: 'files', words: 'Files' },
];

/** What little there is must still be seen. */
const LEAST_PERCENT = 0.6;

export function RoomBar({ facts, bytes }: { facts: StorageFacts; bytes: StoredBytes | null }) {
  const { usedBytes, quotaBytes } = facts;
  // Each as a part of them all: on the scale of a whole disk, everything would be a speck.
  const scale = Math.max(1, bytes ? KINDS.reduce((all, { kind }) => all + bytes[kind], 0) : 0);
  return (
    <div className={styles.room}>
      <p className={styles.hint}>{roomWords(facts)}</p>
      {usedBytes !== null && quotaBytes !== null && quotaBytes > 0 ? (
        <meter className={styles.meter} min={0} max={quotaBytes} value={usedBytes} aria-label="Room taken" />
      ) : null}
      {bytes ? (
        <ul className={styles.kinds} aria-label="What takes the room">
          {KINDS.map(({ kind, words }) => (
            <li key={kind} className={styles.kind} data-kind={kind}>
              <span>{words}</span>
              <span className={styles.kindTrack} aria-hidden>
                <span
                  className={styles.kindBar}
                  style={{
                    width: `${bytes[kind] === 0 ? 0 : Math.max(LEAST_PERCENT, (bytes[kind] / scale) * 100)}%`,
                  }}
                />
              </span>
              <span className={styles.kindSize}>{fileSize(bytes[kind])}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function roomWords({ usedBytes, quotaBytes }: StorageFacts): string {
  if (usedBytes === null || quotaBytes === null) return 'This browser does not tell how much room there is.';
  return `${fileSize(usedBytes)} of ${fileSize(quotaBytes)} used, by this browser’s own count.`;
}
