/** What a dropped file holds, as it was judged: how it is written, its columns with types and examples, what is wrong. */

import { visible } from '../../lib/visible-text.ts';
import type { FileProfile, TableProfile } from '../../tools/file-profile.ts';
import { ChooseFile } from '../parts/ChooseFile.tsx';
import shared from '../parts/Columns.module.css';
import { Modal } from '../parts/Modal.tsx';
import styles from './FileDetails.module.css';
import { concernsOf, extentWords, factsOf, typeWords } from './file-facts.ts';

interface FileDetailsProps {
  profile: FileProfile;
  onClose: () => void;
  /** Takes a file that is to be read in the place of this one. */
  onSwap?: (file: File) => void;
}

export default function FileDetails({ profile, onClose, onSwap }: FileDetailsProps) {
  return (
    <Modal
      title={visible(profile.name)}
      onClose={onClose}
      size="large"
      foot={
        onSwap ? (
          <ChooseFile label={`A file in the place of ${visible(profile.name)}`} onChoose={onSwap}>
            Another file in its place…
          </ChooseFile>
        ) : null
      }
    >
      {profile.fault === undefined ? null : <p className={styles.fault}>{visible(profile.fault)}</p>}
      <dl className={styles.facts}>
        {factsOf(profile).map(({ name, value }) => (
          <div key={name}>
            <dt className="small">{name}</dt>
            <dd>{visible(value)}</dd>
          </div>
        ))}
      </dl>
      {profile.tables.map((table, at) => (
        // Two sheets may bear one name for who only compares their letters.
        // biome-ignore lint/suspicious/noArrayIndexKey: the tables of a file are in its order, and never move.
        <Table key={at} table={table} />
      ))}
    </Modal>
  );
}

/** More are named by their count alone: a person who wants them opens the file. */
const MOST_COLUMNS = 60;

function Table({ table }: { table: TableProfile }) {
  const { place, columns } = table;
  const concerns = concernsOf(table);
  return (
    <section className={styles.table} aria-label={place === '' ? 'Columns' : visible(place)}>
      <h3>
        {place === '' ? 'Columns' : visible(place)}{' '}
        <span className={styles.extent}>{extentWords(table)}</span>
      </h3>
      {concerns.length === 0 ? null : (
        <ul className={styles.concerns}>
          {concerns.map((sentence) => (
            <li key={sentence}>{visible(sentence)}</li>
          ))}
        </ul>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is there to be filled in. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <div className={styles.scroller} tabIndex={0} role="group" aria-label="Columns, types and examples">
        <table className={shared.columns}>
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Type</th>
              <th scope="col">Examples</th>
            </tr>
          </thead>
          <tbody>
            {columns.slice(0, MOST_COLUMNS).map((column) => (
              <tr key={column.name}>
                <th scope="row">{visible(column.name)}</th>
                <td>{visible(typeWords(column))}</td>
                <td className={styles.examples}>{visible(column.examples.join(' · '))}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {columns.length > MOST_COLUMNS ? (
          <p className={styles.extent}>and {(columns.length - MOST_COLUMNS).toLocaleString('en')} more</p>
        ) : null}
      </div>
    </section>
  );
}
