/** Reads what is named on the command line. Every fault is a sentence with the file's name. */

import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import { isObject, type JsonObject } from '../lib/json.ts';
import { messageOf } from '../lib/thrown.ts';
import { readContract } from '../plan/import/tool-contract.ts';
import { readJson } from '../plan/read-json.ts';
import type { ToolContract } from '../tools/catalogue.ts';
import { Fault } from './command.ts';

/** A file's text; `-` is the standard input. */
export async function readText(path: string): Promise<string> {
  try {
    return path === '-' ? await textOf(process.stdin) : await readFile(path, 'utf8');
  } catch (error) {
    throw new Fault(`${path} can't be read: ${wordsOf(error)}.`);
  }
}

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'permission is denied',
  ENOSPC: 'the disk is full',
};

/** What the system said, without its jargon where there are words for it. */
export function wordsOf(error: unknown): string {
  const code = isObject(error) ? String(error.code) : '';
  return WORDS[code] ?? messageOf(error);
}

export async function readJsonFile(path: string): Promise<unknown> {
  const read = readJson(await readText(path));
  if (!read.ok) throw new Fault(`${path === '-' ? 'The standard input' : path}: ${read.error.message}`);
  return read.value;
}

export async function readObject(path: string): Promise<JsonObject> {
  const value = await readJsonFile(path);
  if (!isObject(value)) throw new Fault(`${path} must hold a JSON object: an input by name.`);
  return value as JsonObject;
}

/** One JSON value a line; empty lines count for nothing. */
export async function readLines(
  path: string,
): Promise<{ readonly line: number; readonly value: JsonObject }[]> {
  const lines = (await readText(path)).split('\n');
  return lines.flatMap((text, i) => {
    if (text.trim() === '') return [];
    const read = readJson(text);
    if (!read.ok) throw new Fault(`${path}, line ${i + 1}: ${read.error.message}`);
    if (!isObject(read.value)) throw new Fault(`${path}, line ${i + 1} is not a JSON object.`);
    return [{ line: i + 1, value: read.value as JsonObject }];
  });
}

/** Contracts of a file: a list of them, or an object with `tools`. */
export const readTools = async (path: string): Promise<ToolContract[]> =>
  contractsOf(await readJsonFile(path), path);

/** @param where what to name in the message, where there is an entry that defines no tool */
export function contractsOf(value: unknown, where: string): ToolContract[] {
  const list = isObject(value) ? value.tools : value;
  if (!Array.isArray(list))
    throw new Fault(`${where} must hold a list of tool contracts, or an object with "tools".`);
  return list.map((entry, i) => {
    const contract = readContract(entry);
    if (!contract) throw new Fault(`${where}: entry ${i + 1} is not a tool contract. It needs a "name".`);
    return contract;
  });
}
