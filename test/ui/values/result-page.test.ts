import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/lib/json.ts';
import { partOf } from '../../../src/ui/run/result-parts.ts';
import { resultPage } from '../../../src/ui/values/result-page.ts';

const EVIL = `<script>alert(1)</script><img src=x onerror="alert('2')">`;
const page = (value: Json, title = 'Sales'): string =>
  resultPage(
    { title, about: 'Made here.', part: partOf(value) },
    {
      chart: () => '<svg></svg>',
      prose: (text) =>
        `<p>${text.replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')}</p>`,
    },
  );

describe('a result as one page', () => {
  it('holds no tag of a stranger, wherever it comes from', () => {
    const values: readonly Json[] = [
      EVIL,
      `${EVIL}\nline`,
      [{ [EVIL]: EVIL, n: 1 }],
      [EVIL],
      { [EVIL]: { [EVIL]: [EVIL, { x: EVIL }] } },
      { report: `# ${EVIL}\n`, [EVIL]: [{ a: EVIL }] },
      { kind: 'chart', mark: 'bar', x: 'a', y: 'b', title: EVIL, data: [{ a: EVIL, b: 1 }] },
    ];
    for (const value of values) {
      const html = page(value, EVIL);
      expect(html).not.toMatch(/<script|<img|onerror="|'2'/);
    }
  });

  it('asks for nothing, and its policy says so', () => {
    const html = page([{ a: 1 }]);
    expect(html).toContain("default-src 'none'");
    expect(html).not.toMatch(/https?:/);
  });

  it('has tables as tables, with what would hide in a cell made visible', () => {
    const html = page([{ name: 'a\u202Eb', amount: 1204.5 }]);
    expect(html).toContain('<td class="n">1204.5</td>');
    expect(html).toContain('a⟨U+202E⟩b');
  });

  it('has below a chart the rows it is drawn from, and its title once', () => {
    const data = [{ author: 'Middlemarch, in two volumes', fine: 2.5 }];
    const html = page({ kind: 'chart', mark: 'bar', x: 'author', y: 'fine', title: 'Fines', data }, 'Fines');
    expect(html).toContain('<td dir="auto">Middlemarch, in two volumes</td><td class="n">2.5</td>');
    expect(html).toContain('<th scope="col" class="n">fine</th>');
    expect(html).not.toContain('figcaption>');
  });

  it('says how much of a long table is left out', () => {
    expect(page(Array.from({ length: 20_001 }, (_, n) => ({ n })))).toContain(
      'The first 20,000 of 20,001 rows.',
    );
  });
});
