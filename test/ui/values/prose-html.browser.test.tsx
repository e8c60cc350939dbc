import { expect, it } from 'vitest';
import { proseHtml } from '../../../src/ui/values/prose-html.tsx';

it('a text that is saved as a page has its tables as tables, and names as they are', () => {
  const html = proseHtml('# Parts\n\n| customer | total parts\\_cost |\n| --- | ---: |\n| Ann\\_e | 1.5 |\n');
  const page = new DOMParser().parseFromString(html, 'text/html');
  expect([...page.querySelectorAll('th')].map((one) => one.textContent)).toEqual([
    'customer',
    'total parts_cost',
  ]);
  expect([...page.querySelectorAll('.n')].map((one) => one.textContent)).toEqual(['total parts_cost', '1.5']);
  expect(page.querySelector('h1')?.textContent).toBe('Parts');
});

it('a stranger’s tags are text, or gone', () => {
  const html = proseHtml(
    '<script>alert(1)</script>\n\n![x](https://a.example/x.png)\n\n| <img src=x> | b |\n| - | - |\n| <b onclick=x> | 2 |',
  );
  const page = new DOMParser().parseFromString(html, 'text/html');
  expect(page.querySelectorAll('script, img, b')).toHaveLength(0);
});
