/** Says of a plan from outside that it is one, before it is signed. Nothing where it was made here. */

import { originWords } from '../origin-words.ts';
import { useDocument } from '../services.ts';
import styles from './ApproveDialog.module.css';

export function Whence() {
  const words = useDocument(({ origin }) => originWords(origin));
  return words === null ? null : <p className={styles.fact}>This plan came {words}. Look at what it does.</p>;
}
