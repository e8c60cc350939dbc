/** A result as one page, its charts drawn for it. */

import { Button } from '../parts/Button.tsx';
import type { ResultPart } from '../run/result-parts.ts';
import { useServices } from '../services.ts';
import { markedName, type Rest, UNPROVEN } from './rest.ts';

interface SavePageProps {
  readonly title: string;
  /** Of the file, without an ending. */
  readonly name: string;
  readonly about: string;
  readonly part: ResultPart;
  readonly rest: Rest | undefined;
}

export function SavePage({ title, name, about, part, rest }: SavePageProps) {
  const { values, session } = useServices();
  const save = async (): Promise<void> => {
    const [door, { resultPage }, { proseHtml }, { chartsIn }, { drawnSvg }] = await Promise.all([
      values(),
      import('./result-page.ts'),
      import('./prose-html.tsx'),
      import('./take-along.ts'),
      import('./chart-picture.ts'),
    ]);
    const charts = await Promise.all(chartsIn(part).map((chart) => drawnSvg(chart, false)));
    const from = rest === UNPROVEN ? `Unproven: from a run of another device. ${about}` : about;
    const html = resultPage(
      { title, about: from, part },
      { chart: () => charts.shift() ?? '', prose: proseHtml },
    );
    door.saveFile(`${markedName(name, rest)}.html`, html, 'text/html');
  };
  return <Button onClick={() => void save().catch(session.actions.tellFault)}>Save as a page</Button>;
}
