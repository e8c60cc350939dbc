import { expect, it } from 'vitest';
import { ownScripts } from '../../src/lib/own-script.ts';

const HOME = 'https://here.example/';

it('hands on what lies at home, and nothing else', () => {
  const own = ownScripts(undefined, HOME);
  expect(own(`${HOME}sw.js`)).toBe(`${HOME}sw.js`);
  for (const other of [
    'https://here.example.evil/',
    'http://here.example/',
    'data:text/javascript,1',
    'blob:https://here.example/1',
    '//here.example/',
  ])
    expect(() => own(other), other).toThrow(TypeError);
});

it('has the browser’s own policy judge where there is one', () => {
  const made: string[] = [];
  const own = ownScripts(
    {
      createPolicy(name, rules) {
        made.push(name);
        return { createScriptURL: (url) => `trusted ${rules.createScriptURL(url)}` };
      },
    },
    HOME,
  );
  expect(own(`${HOME}a.js`)).toBe(`trusted ${HOME}a.js`);
  expect(() => own('https://elsewhere.example/a.js')).toThrow(TypeError);
  expect(made).toEqual(['obelus']);
});
