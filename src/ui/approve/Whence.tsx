/** Says of a plan from outside that it is one, before it is signed. Nothing where it was made here. */

import { useDocument } from '../services.ts';
import { whence } from '../whence.ts';
import styles from './ApproveDialog.module.css';

export function Whence() {
  const words = useDocument(({ origin }) => whence(origin));
  return words === null ? null : <p className={styles.fact}>This plan came {words}. Look at what it does.</p>;
}
