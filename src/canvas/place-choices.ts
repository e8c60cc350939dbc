/** The places of a call that can read, and the ways to read one more thing there, as entries of a list. */

import { visible } from '../lib/visible-text.ts';
import { parameterPort } from './card.ts';
import type { Choice } from './choices.ts';
import type { Joining, joinings } from './connect.ts';
import type { Fit } from './fits.ts';
import type { Scene } from './scene.ts';

/** Parameters, likeliest first, each with what stands there. */
export const fitChoices = (fits: readonly Fit[]): readonly Choice[] =>
  fits.map(({ port: { name }, label, has, reads }) => ({
    id: parameterPort(name),
    label,
    ...(has === 'nothing'
      ? {}
      : {
          detail: has === 'references' ? visible(reads ?? '') : has === 'needed' ? 'needed' : 'has a value',
        }),
  }));

const HOW_WORDS: Readonly<Record<Joining, (then: string) => Pick<Choice, 'label' | 'about'>>> = {
  instead: () => ({ label: 'Instead', about: 'What is read there now is read no more' }),
  else: (then) => ({ label: 'Or, as the second choice', about: `${then}: the first that comes` }),
  first: (then) => ({ label: 'Or, as the first choice', about: `${then}: the first that comes` }),
  both: (then) => ({ label: 'Both', about: `${then}: waits for all of them` }),
  listed: () => ({ label: 'As one more of the list', about: 'The list keeps what it has' }),
};

/** How it goes with what stands there already. */
export const howChoices = (ways: ReturnType<typeof joinings>): readonly Choice[] =>
  ways.map(({ how, text }) => ({ id: how, ...HOW_WORDS[how](visible(text)) }));

/** What a parameter of a call is called. */
export function labelOf(scene: Scene, reader: number, name: string): string {
  const { rows, hidden } = scene.cardOf(reader);
  return [...rows, ...hidden].find((row) => row.name === name)?.label ?? name;
}
