/** A page that holds a million rows and shows them as the viewer does. */

import '../../../src/ui/theme/tokens.css';
import '../../../src/ui/theme/base.css';
import { createRoot } from 'react-dom/client';
import type { Json } from '../../../src/lib/json.ts';
import { createSessionStore } from '../../../src/stores/session.ts';
import { type Services, ServicesProvider } from '../../../src/ui/services.ts';
import { rowsHere } from '../../../src/ui/values/row-source.ts';
import { ValueTable } from '../../../src/ui/values/ValueTable.tsx';

const ROWS = 1_000_000;

const rows: readonly Json[] = Array.from({ length: ROWS }, (_, id) => {
  const n = (id * 7_919) % 100_003;
  const shipped = `2026-0${1 + (n % 9)}-1${n % 10}`;
  return {
    ...{ id, amount: n / 10, part: n % 97, region: `Region ${id % 7}` },
    ...{ open: id % 2 === 0, shipped, note: `note ${n}`, customer: `Customer ${id % 1_000}` },
  };
});

const session = createSessionStore({ read: () => null, write: () => undefined });
const place = document.getElementById('root');
if (!place) throw new Error('The page has no root.');
const root = createRoot(place);
void rowsHere(rows).then((source) =>
  root.render(
    <ServicesProvider value={{ session } as unknown as Services}>
      <ValueTable source={source} label="A million rows" />
    </ServicesProvider>,
  ),
);
