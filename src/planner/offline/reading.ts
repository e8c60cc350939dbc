/** One goal while it is read: its mentions, what has become of them, and the calls in the making. Knows no grammar. */

import type { Compiler } from './compile.ts';
import type { KnownColumn } from './known-tables.ts';
import type { Mention, Said } from './mention.ts';
import type { Span } from './own-calls.ts';
import { type Doubt, View } from './view.ts';
import type { Tongue } from './wording.ts';

export class Reading {
  readonly doubts: Doubt[] = [];
  readonly notes: string[] = [];
  /** What the person has to say first, in sentences. */
  readonly open: string[] = [];
  /** Words that have to stand in the calls of their own answer: a part of the goal, or what a decision hangs on. */
  readonly spans: Span[] = [];
  /** What the person will have been asked. */
  answer: { column: string; reference: string } | undefined;
  /** The figure that the last condition was about. */
  figure: { value: string; said: string } | undefined;

  constructor(
    readonly said: Said,
    readonly compiler: Compiler,
    /** What a chart or a report is called: an expression. */
    readonly titleAs: string,
    /** Which of several near readings to take, by the words in doubt. */
    readonly picks: ReadonlyMap<string, number>,
    readonly used = new Set<Mention>(),
  ) {}

  get tongue(): Tongue {
    return this.compiler.tongue;
  }

  view(mentions: readonly Mention[], columns: readonly KnownColumn[]): View {
    return new View(mentions, columns, this.used, this.picks, this.compiler.tongue);
  }

  use(mention: Mention | undefined): void {
    if (mention !== undefined) this.used.add(mention);
  }

  /** A reading that comes to nothing uses nothing up: a condition nobody could read has to be named. */
  orUndone<T>(read: () => T | undefined): T | undefined {
    const before = new Set(this.used);
    const spans = this.spans.length;
    const made = read();
    if (made !== undefined) return made;
    this.spans.length = spans;
    this.used.clear();
    for (const mention of before) this.used.add(mention);
    return undefined;
  }

  /** A file's name, and not by chance the word for one of its columns or cells. */
  namesAFile(mention: Mention): boolean {
    const { files } = this.said;
    if (files.some(({ name }) => name.toLowerCase() === mention.text.toLowerCase())) return true;
    return (
      mention.cells.length === 0 &&
      (mention.columns[0]?.fit ?? 0) < 0.8 &&
      ![...mention.meanings].some((meaning) => meaning.startsWith('agg:'))
    );
  }
}
