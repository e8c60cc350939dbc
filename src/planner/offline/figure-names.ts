/** What computed columns and groups are called. Knows no goal. */

import { figureNamed } from '../../tools/figure-name.ts';
import type { Figure, Key } from './request.ts';

/** What a group's result is called: by the name it was given, else by its figure and column. */
export const figureName = ({ aggregate, column, as }: Figure): string => as ?? figureNamed(aggregate, column);

export const keyName = ({ column, part }: Key): string => part ?? column;
