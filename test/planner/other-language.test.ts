/** A goal in a language that the offline planner does not read is named; one that it reads, or that can't be told, is not. */

import { expect, test } from 'vitest';
import { OTHER_LANGUAGE } from '../../src/plan/draft-event.ts';
import { inKnownLanguages, otherLanguage } from '../../src/planner/other-language.ts';
import type { Planner, PlannerEvent, PlannerRequest } from '../../src/planner/planner.ts';
import { builtIns } from './offline/goals.ts';

test.each([
  ['Покажи суммы по регионам, упорядочи все строки', 'Russian'],
  ['Сума по регион и месец', 'a language in Cyrillic letters'],
  ['Сумма за місяць і середнє для кожного регіону', 'Ukrainian'],
  ['地域ごとに売上を合計する', 'Japanese'],
  ['按地区汇总销售额', 'Chinese'],
  ['지역별 매출 합계', 'Korean'],
  ['Άθροισμα πωλήσεων ανά περιοχή', 'Greek'],
  ['مجموع المبيعات لكل منطقة', 'Arabic'],
  ['סכום המכירות לפי אזור', 'Hebrew'],
  ['Qual é a soma das vendas por mês e não mais', 'Portuguese'],
  ['Geef het totaal van amount voor elke regio', 'Dutch'],
  ['Pokaż ile jest sprzedaży dla każdego regionu', 'Polish'],
  ['Visa summa och medelvärde för varje region', 'Swedish'],
  ['Her bölge için toplam satış göster', 'Turkish'],
])('%s', (goal, language) => {
  expect(otherLanguage(goal)).toBe(language);
});

test.each([
  'Sum amount by region and draw a chart',
  'Summe von amount je region, nur 2026',
  'Somme de amount par region, pour chaque mois',
  'Suma de amount por region y por mes',
  'Somma di amount per region',
  'Total van sales',
  'top 5',
  'sort sales.csv by Größe',
  '',
])('"%s" is not called another language', (goal) => {
  expect(otherLanguage(goal)).toBeUndefined();
});

test('names of columns and quoted cells say nothing of the language', () => {
  expect(otherLanguage('sum сумма by регион', ['сумма', 'регион'])).toBeUndefined();
  expect(otherLanguage('keep "Москва и область"')).toBeUndefined();
});

const stub: Planner = async function* () {
  yield { kind: 'done' };
};
const asked = async (more: Partial<PlannerRequest>): Promise<PlannerEvent[]> => {
  const request: PlannerRequest = {
    goal: '地域ごとに売上を合計する',
    catalogue: builtIns,
    files: [],
    history: [],
    lastError: null,
    maxCalls: 7,
    signal: new AbortController().signal,
    ...more,
  };
  const events: PlannerEvent[] = [];
  for await (const event of inKnownLanguages(stub)(request)) events.push(event);
  return events;
};

test('it is refused with its name and a way on; a replan is passed through', async () => {
  expect(await asked({})).toEqual([
    { kind: 'failed', code: OTHER_LANGUAGE, message: expect.stringMatching(/Japanese.*connect a model/s) },
  ]);
  expect(await asked({ lastError: 'It failed.' })).toEqual([{ kind: 'done' }]);
});
