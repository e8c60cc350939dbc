import { expect, test } from 'vitest';
import { completePath, likelyPath } from '../../../src/ui/form/complete-path.ts';

const PATHS = ['†input.customerId', '†state.orders', '†state.orders.rows', '†state.report'];

test('what is typed is found anywhere in a path, beginnings first', () => {
  expect(completePath('†ord', 4, PATHS).offers).toEqual(['†state.orders', '†state.orders.rows']);
  expect(completePath('†state.r', 8, PATHS).offers[0]).toBe('†state.report');
});

test('only the word under the caret is replaced', () => {
  const text = '†state.orders || †rep';
  const { from, to, offers } = completePath(text, text.length, PATHS);
  expect(text.slice(0, from) + offers[0] + text.slice(to)).toBe('†state.orders || †state.report');
});

test('a whole path is offered nothing, so that Enter and Escape are the form\u2019s again', () => {
  expect(completePath('†state.report', 13, PATHS).offers).toEqual([]);
});

test('a parameter most likely reads the path of its name, else the last one written', () => {
  expect(likelyPath('customerId', PATHS)).toBe('†input.customerId');
  expect(likelyPath('rows', PATHS)).toBe('†state.orders.rows');
  expect(likelyPath('text', PATHS)).toBe('†state.report');
  expect(likelyPath('text', [])).toBe('†state.text');
});
