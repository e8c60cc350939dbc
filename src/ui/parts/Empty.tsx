/** What a panel says while it has nothing to show: one sentence that teaches. */

import type { ReactNode } from 'react';
import styles from './Empty.module.css';

export const Empty = ({ children }: { children: ReactNode }) => <p className={styles.empty}>{children}</p>;
