/** Data that stands as text, in a dropped file or a value: CSV and JSON, read and written; and what a text hashes to. */

import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Computation } from './activity.ts';
import { columnsOf } from './columns.ts';
import { inFile, parseCsvText, printCsv } from './csv.ts';
import { readTextOf } from './file-text.ts';
import { parseJsonText } from './json-text.ts';
import { param } from './parameters.ts';

/** Reads a dropped CSV file as rows. */
export const readCsv: Computation = async (params, context) => {
  const name = param.text(params, 'file', 255);
  const types = param.choice(params, 'types', ['auto', 'text'], 'auto');
  const delimiter = param.optionalText(params, 'delimiter', 1);
  const header = param.optionalFlag(params, 'header');
  const text = await readTextOf(name, context);
  try {
    return parseCsvText(text, { types, delimiter, header });
  } catch (fault) {
    throw inFile(name, fault);
  }
};

/** Parses CSV text into rows. */
export const parseCsv: Computation = (params) =>
  parseCsvText(param.text(params, 'text'), {
    types: param.choice(params, 'types', ['auto', 'text'], 'auto'),
    delimiter: param.optionalText(params, 'delimiter', 1),
    header: param.optionalFlag(params, 'header'),
  });

/** Reads a dropped JSON file as data. */
export const readJson: Computation = async (params, context) => {
  const name = param.text(params, 'file', 255);
  const text = await readTextOf(name, context);
  try {
    return parseJsonText(text, context.log);
  } catch (fault) {
    throw inFile(name, fault);
  }
};

/** Parses JSON text into data. */
export const parseJson: Computation = (params, context) =>
  parseJsonText(param.text(params, 'text'), context.log);

/** Reads a dropped text file. */
export const readText: Computation = (params, context) =>
  readTextOf(param.text(params, 'file', 255), context);

/** Data as CSV, TSV or JSON text. */
export const convertData: Computation = (params) => {
  const to = param.choice(params, 'to', ['csv', 'tsv', 'json'], 'csv');
  if (to === 'json') return `${JSON.stringify(param.json(params, 'data'), null, 2)}\n`;
  const rows = param.rows(params, 'data');
  return printCsv(rows, columnsOf(rows), to === 'tsv' ? '\t' : ',');
};

const HASHES = { sha256, sha384, sha512 };

/** The SHA-2 hash of a text's UTF-8 bytes. Not Web Crypto: that is absent on a page served without TLS. */
export const hashText: Computation = (params) => {
  const text = param.text(params, 'text');
  const algorithm = param.choice(params, 'algorithm', ['sha256', 'sha384', 'sha512'], 'sha256');
  return bytesToHex(HASHES[algorithm](new TextEncoder().encode(text)));
};
