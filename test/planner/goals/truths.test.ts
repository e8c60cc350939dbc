/** The goals are whole: their truths are what the files say, their mentions are words of theirs, and there are enough. */

import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FILES, goalsIn, goalsOf, KINDS } from './judge/goal.ts';
import { truthOf } from './truths.ts';

const GOALS = new URL('./', import.meta.url);
const open = goalsOf('open');
const sealed = goalsOf('sealed');
const all = [...open, ...sealed];

describe('the goals', () => {
  it('are 200 and more, 20 and more of each kind, a third of them sealed', () => {
    expect(all.length).toBeGreaterThanOrEqual(200);
    for (const kind of KINDS) {
      const [some, kept] = [all, sealed].map((list) => list.filter((goal) => goal.kind === kind).length);
      expect([kind, (some ?? 0) >= 20]).toEqual([kind, true]);
      expect(kept).toBe(Math.round((some ?? 0) / 3));
    }
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  it('have truths that their expressions give again', () => {
    for (const { id, how, truth } of all) expect([id, truthOf(how, FILES)]).toEqual([id, truth]);
  });

  it('have truths that their expressions give again, where strangers wrote them, too', () => {
    const folder = new URL('strangers/', GOALS);
    for (const part of ['open', 'sealed'])
      for (const { id, how, truth } of goalsIn(new URL(`${part}.json`, folder)))
        expect([id, truthOf(how, new URL('files/', folder))]).toEqual([id, truth]);
  });

  it('mark words that stand in them, and speak of files that are there', () => {
    for (const { goal, mentions, files } of all) {
      for (const { at, words } of mentions) expect(goal.slice(...at)).toBe(words);
      for (const name of files) expect(existsSync(new URL(name, FILES))).toBe(true);
    }
  });
});
