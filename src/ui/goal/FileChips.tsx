/** The files beside the goal: name, what is in it – more of it by a press –, and a way to take one off again. One that can't be used says why. */

import { FileText, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { visible } from '../../lib/visible-text.ts';
import { late } from '../parts/late.tsx';
import { useDocument, useServices, useSession } from '../services.ts';
import { fileSize } from '../words.ts';
import styles from './FileChips.module.css';
import { fileWords } from './file-words.ts';

const FileDetails = late(() => import('./FileDetails.tsx'));
const InPlaceOf = late(() => import('../source/InPlaceOf.tsx'));

export default function FileChips() {
  const { session, swaps } = useServices();
  const hasPlan = useDocument((state) => state.plan.calls.length > 0);
  // A run was with the files that it had: at its result stands the way to run it on others.
  const isPlan = useSession((state) => state.view.kind === 'plan');
  const files = useSession((state) => state.files);
  const [opened, setOpened] = useState<string>();
  const profile = files.find(({ name }) => name === opened)?.profile;
  if (files.length === 0) return null;
  return (
    <>
      <ul className={styles.chips} aria-label="Files">
        {files.map((file) => (
          <li
            key={file.name}
            className={styles.chip}
            data-file={hasPlan ? file.name : undefined}
            data-fault={file.profile?.fault === undefined ? undefined : ''}
          >
            <button
              type="button"
              className={styles.open}
              title="What is in it"
              disabled={file.profile === undefined}
              onClick={() => setOpened(file.name)}
            >
              <FileText size={13} aria-hidden />
              <span className={`clip ${styles.name}`}>{visible(file.name)}</span>
              <span className={styles.size}>
                {file.profile === undefined || file.profile.fault
                  ? fileSize(file.size)
                  : fileWords(file.profile)}
              </span>
            </button>
            <button
              type="button"
              className={styles.remove}
              aria-label={`Remove ${visible(file.name)}`}
              onClick={() => session.actions.removeFile(file.name)}
            >
              <X size={12} aria-hidden />
            </button>
            {file.profile?.fault === undefined ? null : (
              <p className={styles.fault} role="alert">
                {file.profile.fault}
              </p>
            )}
          </li>
        ))}
      </ul>
      {hasPlan && isPlan ? (
        <Suspense fallback={null}>
          <InPlaceOf />
        </Suspense>
      ) : null}
      {profile === undefined ? null : (
        <Suspense fallback={null}>
          <FileDetails
            profile={profile}
            onClose={() => setOpened(undefined)}
            {...(hasPlan
              ? {
                  onSwap: (file: File) => {
                    setOpened(undefined);
                    void swaps.give({ name: profile.name }, file);
                  },
                }
              : {})}
            onNotLoaded={(sentence) => session.actions.notify(sentence, 'danger')}
          />
        </Suspense>
      )}
    </>
  );
}
