/**
 * Patterns of things people write in texts. Every pattern is bounded and starts at a fixed edge, so
 * that no text makes it slow; none of them tries to validate, only to find.
 */

import type { Row } from './parameters.ts';

const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,6}/gi;
const URL_TEXT = /\bhttps?:\/\/[^\s<>"'`{}|\\^]{1,2000}/gi;
const PHONE =
  /(?<![\w.+-])(?:\+\d{1,3}|\(?0\d{1,5}\)?|\(\d{2,5}\)|\d{3}(?=[-.]\d{3}[-.]\d{4}))(?:[ ./-]?\(?\d{2,5}\)?){1,5}(?![\w-])/g;
const POINTS = String.raw`\d{1,3}(?:\.\d{3}){1,6},\d{1,2}(?!\d)`;
const COMMAS = String.raw`\d{1,3}(?:,\d{3}){1,6}(?:\.\d{1,15})?|\d{1,18}(?:\.\d{1,15})?`;
/** 1.200,50 and 1,200.50, which cannot be mistaken for each other. */
const NUMBER_TEXT = `${POINTS}|${COMMAS}`;
/** Of money, 12,50 and 1.200 are also read as most of Europe writes them: prices have two decimals, or none. */
const MONEY_TEXT = String.raw`${POINTS}|\d{1,3}(?:\.\d{3}){1,6}(?![\d.,]\d)|\d{1,15},\d{2}(?!\d)|${COMMAS}`;
const SIGN = '[€$£¥₹]';
const CODE = 'EUR|USD|GBP|JPY|CHF|INR|CAD|AUD|SEK|NOK|DKK|PLN|CZK|euros?|dollars?|pounds?';
const AMOUNT = new RegExp(
  `(${SIGN}|\\b(?:${CODE})\\b) ?(-?(?:${MONEY_TEXT}))(?!\\d)|(?<![\\w.,])(-?(?:${MONEY_TEXT})) ?(${SIGN}|(?:${CODE})\\b)`,
  'gi',
);
const PERCENTAGE = new RegExp(`(?<![\\w.,])(-?(?:${NUMBER_TEXT})) ?(?:%|percent\\b|per cent\\b)`, 'gi');
const NUMBER = new RegExp(`(?<![\\w.,/:]|\\w-)-?(?:${NUMBER_TEXT})(?![\\w/:-]|[.,]\\d)`, 'g');

const CURRENCIES: Readonly<Record<string, string>> = {
  '€': 'EUR',
  $: 'USD',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  euro: 'EUR',
  euros: 'EUR',
  dollar: 'USD',
  dollars: 'USD',
  pound: 'GBP',
  pounds: 'GBP',
};

const toNumber = (text: string): number =>
  Number(
    new RegExp(`^-?(?:${POINTS})$`).test(text)
      ? text.replaceAll('.', '').replace(',', '.')
      : text.replaceAll(',', ''),
  );

function toMoney(text: string): number {
  if (/,\d{2}$/.test(text)) return Number(text.replaceAll('.', '').replace(',', '.'));
  return /^-?\d{1,3}(?:\.\d{3})+$/.test(text) ? Number(text.replaceAll('.', '')) : toNumber(text);
}
const unique = (texts: Iterable<string>): string[] => [...new Set(texts)];
const matches = (text: string, pattern: RegExp): string[] => Array.from(text.matchAll(pattern), (m) => m[0]);

export const findEmails = (text: string): string[] => unique(matches(text, EMAIL));

/** Without the full stop, comma or bracket that belongs to the sentence around it. */
export const findUrls = (text: string): string[] =>
  unique(
    matches(text, URL_TEXT)
      .map((url) => trimEnd(url))
      .filter((url) => URL.canParse(url)),
  );

function trimEnd(url: string): string {
  let end = url.length;
  while (end > 0 && '.,;:!?'.includes(url[end - 1] ?? '')) end -= 1;
  const cut = url.slice(0, end);
  return cut.endsWith(')') && !cut.includes('(') ? cut.slice(0, -1) : cut;
}

/** At least seven digits, written as phone numbers are: a plus, a leading zero or brackets. */
export const findPhones = (text: string): string[] =>
  unique(
    matches(text, PHONE)
      .map((phone) => phone.trim())
      .filter((phone) => {
        const digits = phone.replace(/\D/g, '').length;
        return digits >= 7 && digits <= 15;
      }),
  );

export function findAmounts(text: string): Row[] {
  return Array.from(text.matchAll(AMOUNT), (match) => {
    const [whole, before, first, second, after] = match;
    const currency = (before ?? after ?? '').toLowerCase();
    return {
      amount: toMoney(first ?? second ?? ''),
      currency: CURRENCIES[currency] ?? currency.toUpperCase(),
      text: whole,
    };
  });
}

export const findPercentages = (text: string): number[] =>
  Array.from(text.matchAll(PERCENTAGE), (match) => toNumber(match[1] ?? ''));

export const findNumbers = (text: string): number[] => matches(text, NUMBER).map(toNumber);
