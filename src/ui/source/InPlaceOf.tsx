/** Beside the goal: files that could stand for one that the plan reads, each with the press that puts it there. */

import { Replace } from 'lucide-react';
import { fileAlike } from '../../check/file-alike.ts';
import { visible } from '../../lib/visible-text.ts';
import { Button } from '../parts/Button.tsx';
import { useServices, useSession } from '../services.ts';
import styles from './source.module.css';
import { useFilesRead } from './use-files-read.ts';

export default function InPlaceOf() {
  const { swaps } = useServices();
  const read = useFilesRead();
  const files = useSession((state) => state.files);
  const profiles = files.flatMap(({ profile }) => profile ?? []);
  const found = profiles.flatMap((profile) => {
    const name = fileAlike(profile, read, profiles);
    return name === undefined ? [] : [{ name, file: profile.name }];
  });
  if (found.length === 0) return null;
  return (
    <div className={styles.alike}>
      {found.map(({ name, file }) => (
        <Button key={file} onClick={() => void swaps.give({ name }, file)}>
          <Replace size={13} aria-hidden /> Read {visible(file)} in the place of {visible(name)}
        </Button>
      ))}
    </div>
  );
}
