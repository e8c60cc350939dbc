/** The files that the plan reads by their names: whether each is here, which of its columns are named, and a way to give another. */

import { visible } from '../../lib/visible-text.ts';
import { fileWords } from '../goal/file-words.ts';
import { ChooseFile } from '../parts/ChooseFile.tsx';
import { Modal } from '../parts/Modal.tsx';
import { useServices, useSession } from '../services.ts';
import styles from './source.module.css';
import { useFilesRead } from './use-files-read.ts';

export function FilePlaces({ onClose }: { onClose: () => void }) {
  const { swaps } = useServices();
  const files = useSession((state) => state.files);
  const read = useFilesRead();
  return (
    <Modal title="The files that the plan reads" onClose={onClose}>
      <p className="lead">
        {read.length === 0
          ? 'No call of this plan reads a file by its name.'
          : 'Another file can take the place of one: the plan stays as it is. Where its columns are called otherwise, you say which is which.'}
      </p>
      <ul className={styles.places}>
        {read.map(({ name, columns }) => {
          const here = files.find((file) => file.name === name);
          return (
            <li key={name}>
              <div>
                <p>
                  <bdi className={styles.name}>{visible(name)}</bdi>{' '}
                  <span className={here ? 'muted' : styles.missing}>
                    {here ? (here.profile ? fileWords(here.profile) : '') : 'is not here'}
                  </span>
                </p>
                {columns.length === 0 ? null : (
                  <p className="small">
                    The plan names {columns.length === 1 ? 'its column' : 'its columns'}{' '}
                    <bdi>{visible(columns.join(', '))}</bdi>
                  </p>
                )}
              </div>
              <ChooseFile
                label={`A file in the place of ${visible(name)}`}
                onChoose={(file) => void swaps.give({ name }, file)}
              >
                {here ? 'Choose another…' : 'Choose it…'}
              </ChooseFile>
            </li>
          );
        })}
      </ul>
    </Modal>
  );
}
