/** What a value is called where it leaves the app as a file: after the files that the plan reads now, never after its title, which stays when they are others. */

import { filesRead } from '../../check/files-read.ts';
import type { Plan } from '../../plan/document.ts';
import { OUTPUT_PART } from '../../plan/output-part.ts';
import { builtInTools } from '../../tools/built-in.ts';
import { catalogueOf } from '../../tools/catalogue.ts';

/** Of more files the name would be a list. */
const MOST_FILES = 2;
/** Characters, so that no file system cuts the ending off. */
const LONGEST = 60;

/** Without an ending: `sales-november-result`. @param what a call, a path of the run, or `OUTPUT_PART` */
export function savedName(plan: Plan | null | undefined, what: string): string {
  const part = what === OUTPUT_PART ? 'result' : what.replace(/^†state\./u, '');
  const of = plan ? madeFrom(plan) : '';
  return of === '' ? part : `${of}-${part}`;
}

/** The files it reads, without their endings; of none, or of many, the plan's title. */
export function madeFrom(plan: Plan): string {
  const contracts = catalogueOf(builtInTools, plan.tools);
  const files = filesRead(plan, contracts, catalogueOf(builtInTools), []).map(({ name }) => stemOf(name));
  const name = files.length > 0 && files.length <= MOST_FILES ? files.join('-') : (plan.title ?? '');
  return [...name].slice(0, LONGEST).join('').trim();
}

const stemOf = (name: string): string => name.replace(/(?<=.)\.[^.]{1,5}$/u, '');
