/** A result as one page: what stands on the screen, with its charts as they are drawn there. */

import type { RefObject } from 'react';
import { Button } from '../parts/Button.tsx';
import type { ResultPart } from '../run/result-parts.ts';
import { useServices } from '../services.ts';
import { svgOf } from './chart-picture.ts';
import { markedName, type Rest, UNPROVEN } from './rest.ts';

interface SavePageProps {
  readonly title: string;
  /** Of the file, without an ending. */
  readonly name: string;
  readonly about: string;
  readonly part: ResultPart;
  /** Where the result is drawn. */
  readonly on: RefObject<HTMLElement | null>;
  readonly rest: Rest | undefined;
}

export function SavePage({ title, name, about, part, on, rest }: SavePageProps) {
  const { values, session } = useServices();
  const save = async (): Promise<void> => {
    const charts = [...(on.current?.querySelectorAll('figure') ?? [])].map((one) => svgOf(one) ?? '');
    const [door, { resultPage }, { proseHtml }] = await Promise.all([
      values(),
      import('./result-page.ts'),
      import('./prose-html.tsx'),
    ]);
    const from = rest === UNPROVEN ? `Unproven: from a run of another device. ${about}` : about;
    const html = resultPage(
      { title, about: from, part },
      { chart: () => charts.shift() ?? '', prose: proseHtml },
    );
    door.saveFile(`${markedName(name, rest)}.html`, html, 'text/html');
  };
  return <Button onClick={() => void save().catch(session.actions.tellFault)}>Save as a page</Button>;
}
