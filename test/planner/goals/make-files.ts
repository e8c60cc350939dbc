/** Writes the files that the goals speak of, from a seed: `tsx test/planner/goals/make-files.ts`. It knows no goal. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('./files/', import.meta.url));

/** mulberry32: the same numbers on every machine. */
function seeded(seed: number) {
  let a = seed;
  const next = (): number => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    whole: (from: number, to: number): number => from + Math.floor(next() * (to - from + 1)),
    of: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
  };
}

const day = (iso: string, plus: number): string =>
  new Date(Date.parse(`${iso}T00:00:00Z`) + plus * 86_400_000).toISOString().slice(0, 10);
const german = (iso: string): string => iso.split('-').reverse().join('.');
const french = (iso: string): string => iso.split('-').reverse().join('/');
/** 1249.5 as "1.249,50". */
const comma = (value: number, group = '.'): string => {
  const [whole = '', cents] = Math.abs(value).toFixed(2).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  return `${value < 0 ? '-' : ''}${grouped},${cents}`;
};
const cents = (value: number): number => Math.round(value * 100) / 100;
const quoted = (cell: string | number, separator: string): string => {
  const text = String(cell);
  return text.includes(separator) || text.includes('"') || text.includes('\n')
    ? `"${text.replaceAll('"', '""')}"`
    : text;
};
const table = (
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  separator = ',',
): string =>
  `${[header, ...rows].map((row) => row.map((cell) => quoted(cell, separator)).join(separator)).join('\n')}\n`;
const save = (name: string, text: string): void => writeFileSync(`${FOLDER}${name}`, text);

const FIRST = 'Ada Ben Carla David Elena Farid Grace Hugo Ines Jonas Kofi Lena Marta Nils Olga Paul'.split(
  ' ',
);
const LAST = 'Adler Brandt Castillo Dupont Egger Fischer Garcia Hansen Ivanov Jansen Keller Lopez'.split(' ');
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const REGIONS = ['North', 'South', 'East', 'West'];
const PRODUCTS: readonly (readonly [string, number])[] = [
  ['Lamp', 39.9],
  ['Desk', 249],
  ['Chair', 119.5],
  ['Shelf', 84],
  ['Mirror', 57.25],
];

function sales(): void {
  const r = seeded(11);
  const rows = Array.from({ length: 240 }, (_, at) => {
    const [product, price] = r.of(PRODUCTS);
    const units = r.whole(1, 12);
    return [
      `S${1000 + at}`,
      day('2025-07-01', Math.floor((at * 364) / 239)),
      r.of(REGIONS),
      product,
      r.of(FIRST.slice(0, 7)),
      r.of(['online', 'shop', 'phone']),
      units,
      price,
      cents(units * price * r.of([1, 1, 1, 0.9, 0.8])),
    ];
  });
  save(
    'sales.csv',
    table(['id', 'date', 'region', 'product', 'rep', 'channel', 'units', 'price', 'amount'], rows),
  );
  for (const [name, from] of [
    ['sales_q1.csv', '2026-01-01'],
    ['sales_q2.csv', '2026-04-01'],
  ] as const) {
    const quarter = Array.from({ length: 45 }, (_, at) => [
      day(from, at * 2),
      r.of(['Berlin', 'Hamburg', 'Munich', 'Cologne']),
      r.of(PRODUCTS)[0],
      r.whole(1, 9),
      cents(r.whole(2000, 90000) / 100),
    ]);
    save(name, table(['date', 'store', 'product', 'quantity', 'revenue'], quarter));
  }
}

function bank(): void {
  const r = seeded(22);
  const kinds: readonly (readonly [string, readonly string[], number, number])[] = [
    ['Miete', ['Wohnbau Nord GmbH'], -1150, -1150],
    ['Lebensmittel', ['REWE', 'EDEKA', 'Bio Company'], -120, -12],
    ['Strom', ['Stadtwerke'], -96, -88],
    ['Restaurant', ['Trattoria Roma', 'Café Linde', 'Sushi Bar'], -74, -9],
    ['Gehalt', ['Müller & Söhne AG'], 3240, 3410],
    ['Versicherung', ['Allianz'], -64, -38],
    ['Reisen', ['Deutsche Bahn', 'Lufthansa'], -420, -29],
  ];
  const rows = Array.from({ length: 130 }, (_, at) => {
    const [kind, payees, least, greatest] = at % 21 === 0 ? (kinds[4] as (typeof kinds)[0]) : r.of(kinds);
    const amount = cents(least + r.next() * (greatest - least));
    return [
      german(day('2026-01-02', Math.floor((at * 178) / 129))),
      r.of(payees),
      kind,
      comma(amount),
      'EUR',
    ];
  });
  save('kontoauszug.csv', table(['Buchungstag', 'Empfänger', 'Kategorie', 'Betrag', 'Währung'], rows, ';'));
}

function shop(): void {
  const r = seeded(33);
  const names = new Set<string>();
  while (names.size < 40) names.add(`${r.of(FIRST)} ${r.of(LAST)}`);
  const cities: readonly (readonly [string, string])[] = [
    ['Berlin', 'Germany'],
    ['Hamburg', 'Germany'],
    ['Paris', 'France'],
    ['Lyon', 'France'],
    ['Madrid', 'Spain'],
    ['Milan', 'Italy'],
    ['Vienna', 'Austria'],
  ];
  const customers = [...names].map((name, at) => {
    const [city, country] = r.of(cities);
    return [
      `C${101 + at}`,
      name,
      city,
      country,
      r.of(['private', 'business', 'business', 'public']),
      day('2022-03-01', r.whole(0, 1300)),
    ];
  });
  save('customers.csv', table(['customer_id', 'name', 'city', 'country', 'segment', 'since'], customers));
  const orders = Array.from({ length: 180 }, (_, at) => [
    5001 + at,
    at % 60 === 59 ? `C9${at}` : `C${101 + r.whole(0, 33)}`,
    day('2026-01-01', Math.floor((at * 200) / 179)),
    cents(r.whole(900, 84000) / 100),
    r.of(['paid', 'paid', 'paid', 'open', 'refunded', 'cancelled']),
    r.of(['card', 'invoice', 'paypal']),
  ]);
  save('orders.csv', table(['order_id', 'customer_id', 'order_date', 'total', 'status', 'payment'], orders));
}

function people(): void {
  const r = seeded(44);
  const departments = ['Engineering', 'Sales', 'Support', 'Finance'].map((name) => ({
    name,
    budget: r.whole(40, 120) * 5000,
    members: Array.from({ length: r.whole(4, 8) }, () => ({
      name: `${r.of(FIRST)} ${r.of(LAST)}`,
      role: r.of(['lead', 'senior', 'junior']),
      salary: r.whole(38, 96) * 1000,
      started: day('2017-01-09', r.whole(0, 3300)),
    })),
  }));
  save('team.json', `${JSON.stringify({ company: 'Nordlicht', departments }, null, 2)}\n`);
  const staff = Array.from({ length: 36 }, () => [
    `${r.of(FIRST)} ${r.of(LAST)}`,
    r.of(['Vertrieb', 'Entwicklung', 'Lager', 'Buchhaltung']),
    comma(r.whole(2600, 6900) + 0.5),
    german(day('2012-02-01', r.whole(0, 5000))),
    r.of(['Köln', 'Leipzig', 'Bremen']),
    r.of([20, 30, 40, 40]),
  ]);
  save(
    'mitarbeiter.csv',
    table(['Name', 'Abteilung', 'Gehalt', 'Eintritt', 'Standort', 'Wochenstunden'], staff, ';'),
  );
  const contacts = Array.from({ length: 48 }, () => {
    const [first, last] = [r.of(FIRST.slice(0, 8)), r.of(LAST.slice(0, 6))];
    const company = r.of(['Acme', 'Globex', 'Initech', 'Umbrella']);
    return [
      `${first} ${last}`,
      `${first}.${last}@${company}.example`.toLowerCase(),
      r.next() < 0.2 ? '' : `+49 30 ${r.whole(100000, 999999)}`,
      company,
      r.of(['yes', 'no']),
    ];
  });
  save('contacts.csv', table(['name', 'email', 'phone', 'company', 'newsletter'], contacts));
}

function work(): void {
  const r = seeded(55);
  const tickets = Array.from({ length: 64 }, (_, at) => {
    const opened = day('2026-02-02', at);
    const status = r.of(['open', 'open', 'closed', 'closed', 'waiting']);
    return {
      id: 700 + at,
      title: `${r.of(['Login fails', 'Wrong total', 'Slow page', 'Crash on save', 'Typo'])} in ${r.of(['portal', 'app', 'billing'])}`,
      priority: r.of(['high', 'medium', 'low']),
      status,
      assignee: r.of(['Ines', 'Jonas', 'Kofi', null]),
      opened,
      closed: status === 'closed' ? day(opened, r.whole(1, 30)) : null,
      hours: r.whole(1, 40) / 2,
      tags: [r.of(['ui', 'api']), r.of(['bug', 'task'])],
    };
  });
  save('tickets.json', `${JSON.stringify(tickets, null, 1)}\n`);
  const hours = Array.from({ length: 320 }, (_, at) => [
    day('2026-01-05', Math.floor((at * 116) / 319)),
    r.of(['Lena', 'Marta', 'Nils', 'Olga', 'Paul']),
    r.of(['Website', 'Migration', 'Audit', 'Training']),
    r.of(['design', 'coding', 'meeting', 'travel']),
    r.whole(1, 18) / 2,
    r.of(['yes', 'yes', 'no']),
    r.of([80, 95, 120]),
  ]);
  save(
    'timesheet.csv',
    table(['date', 'employee', 'project', 'task', 'hours', 'billable', 'hourly_rate'], hours),
  );
  const events = Array.from({ length: 2000 }, (_, at) => {
    const level = r.of(['INFO', 'INFO', 'INFO', 'INFO', 'WARN', 'ERROR']);
    const at_ = new Date(Date.parse('2026-03-01T00:00:00Z') + at * 780_000 + r.whole(0, 600) * 1000);
    return [
      at_.toISOString().slice(0, 19),
      level,
      r.of(['auth', 'billing', 'search', 'mail']),
      r.of(['request done', 'timeout', 'retry', 'cache miss', 'user signed in']),
      r.whole(3, 2400),
    ];
  });
  save('events.csv', table(['timestamp', 'level', 'service', 'message', 'duration_ms'], events));
}

function goods(): void {
  const r = seeded(66);
  const items = Array.from({ length: 60 }, (_, at) => {
    const kind = r.of(['Tools', 'Garden', 'Paint', 'Electric']);
    return [
      `A-${String(at + 1).padStart(3, '0')}`,
      `${r.of(['Blue', 'Large', 'Steel', 'Basic', 'Pro'])} ${r.of(['hammer', 'hose', 'brush', 'cable', 'drill', 'rake'])} ${at + 1}`,
      kind,
      r.whole(0, 140),
      r.of([10, 20, 30, 40]),
      cents(r.whole(150, 8900) / 100),
      r.of(['Bosch', 'Gardena', 'Knauf', 'Hella']),
      cents(r.whole(10, 950) / 100),
    ];
  });
  save(
    'inventory.csv',
    table(['sku', 'item', 'category', 'stock', 'reorder_level', 'unit_cost', 'supplier', 'weight_kg'], items),
  );
  const january = items.slice(0, 32).map((item) => [item[0] ?? '', item[1] ?? '', r.whole(0, 90)]);
  const february = [
    ...january
      .slice(3)
      .map(([sku = '', item = '', count = 0]) => [sku, item, r.next() < 0.4 ? count : r.whole(0, 90)]),
    ...items.slice(40, 45).map((item) => [item[0] ?? '', item[1] ?? '', r.whole(1, 50)]),
  ];
  save('stock_january.csv', table(['sku', 'item', 'count'], january));
  save('stock_february.csv', table(['sku', 'item', 'count'], february));
  const prices = PRODUCTS.slice(0, 4).map(([product, price]) => ({
    product,
    list_price: price,
    cost: cents(price * 0.58),
    vat: product === 'Lamp' ? 7 : 19,
  }));
  save('prices.json', `${JSON.stringify({ currency: 'EUR', valid_from: '2026-01-01', prices }, null, 2)}\n`);
}

function bills(): void {
  const r = seeded(77);
  const rows = Array.from({ length: 54 }, (_, at) => {
    const issued = day('2026-01-07', at * 3);
    const due = day(issued, r.of([14, 30]));
    return [
      `INV-${2026001 + at}`,
      r.of(['Acme', 'Globex', 'Initech', 'Umbrella', 'Hooli']),
      issued,
      due,
      cents(r.whole(8000, 560000) / 100),
      r.of([7, 19]),
      r.next() < 0.7 ? day(issued, r.whole(3, 55)) : '',
    ];
  });
  save('invoices.csv', table(['invoice', 'client', 'issued', 'due', 'net', 'vat_percent', 'paid_on'], rows));
  const spent = Array.from({ length: 70 }, (_, at) => [
    french(day('2026-01-03', Math.floor(at * 2.5))),
    r.of(['Transport', 'Repas', 'Hôtel', 'Fournitures']),
    r.of(['Camille', 'Louis', 'Manon']),
    comma(r.whole(450, 38000) / 100, ''),
  ]);
  save('depenses.csv', table(['Date', 'Catégorie', 'Personne', 'Montant'], spent, ';'));
  const sold = Array.from({ length: 90 }, (_, at) => [
    day('2026-01-01', at * 2),
    r.of(['Sevilla', 'Valencia', 'Bilbao']),
    r.of(['queso', 'vino', 'aceite', 'pan']),
    r.whole(1, 30),
    cents(r.whole(300, 21000) / 100),
  ]);
  save('ventas.csv', table(['fecha', 'tienda', 'producto', 'unidades', 'importe'], sold));
}

function answers(): void {
  const r = seeded(88);
  const comments = [
    '',
    '',
    'Good lunch',
    'Too many meetings',
    'More remote days please',
    'Fine',
    'Pay is too low',
  ];
  const rows = Array.from({ length: 84 }, (_, at) => [
    at + 1,
    r.of(['18-29', '30-44', '45-59', '60+']),
    r.of(['Marketing', 'IT', 'HR', 'Logistics']),
    r.next() < 0.08 ? '' : r.whole(1, 5),
    r.next() < 0.05 ? '' : r.whole(0, 10),
    r.of(['yes', 'no', 'unsure']),
    r.of(comments),
  ]);
  save(
    'survey.csv',
    table(
      ['respondent', 'age_group', 'department', 'satisfaction', 'workload', 'would_recommend', 'comment'],
      rows,
    ),
  );
  const climate = ['Oslo', 'Lisbon', 'Athens', 'Dublin', 'Prague', 'Turin', 'Ghent', 'Riga'].map((city) => [
    city,
    ...MONTHS.map((_, at) => cents(8 - 9 * Math.cos((at / 12) * 2 * Math.PI) + r.whole(-30, 80) / 10)),
  ]);
  save('climate.csv', table(['city', ...MONTHS], climate));
}

const MEETING = `# Weekly meeting, 12 May 2026

Present: Ines, Jonas, Kofi and Marta. Lena was ill. The meeting began at 9:30 and took fifty minutes.

## Budget

The budget for the trade fair is €12,500, of which €4,300 have been spent. Marta asks for another €1,200 for the stand.
The travel costs rose by 8% against last year. Questions go to marta.keller@nordlicht.example.

## Website

Jonas showed the new website. The search is faster now, but the search still finds too little on phones. The website
goes live on 2026-06-15. Feedback about the website goes to web@nordlicht.example or https://feedback.nordlicht.example/site.

## Hiring

There were 23 applications for two positions. Interviews are on 2026-05-20 and 2026-05-27. Kofi calls the candidates.

## Actions

- Ines: order the banners until 2026-05-19
- Jonas: test the search on phones until 2026-05-22
- Kofi: invite six candidates until 2026-05-15
- Marta: send the budget to finance@nordlicht.example until 2026-05-18
`;

const LETTER = `Sehr geehrte Damen und Herren,

am 3. März 2026 habe ich bei Ihnen einen Schreibtisch für 249,00 € bestellt. Der Schreibtisch kam am 19. März 2026 an, aber die Platte war zerkratzt. Ein Foto des Schadens liegt bei.

Ich habe Ihren Kundendienst zweimal angerufen, unter 030 5557788, und niemand hat zurückgerufen. Auch auf meine Nachricht an service@moebel.example kam keine Antwort.

Ich bitte um eine neue Platte oder um einen Nachlass von 60,00 €. Bitte antworten Sie bis zum 15. April 2026 an h.brandt@post.example.

Mit freundlichen Grüßen
Helga Brandt
`;

const REVIEWS = `The hotel was quiet and the breakfast was excellent. We would come again. The staff helped us with our bags.

The room was small and the shower was cold. Nobody answered the phone at the desk. For 140 dollars a night I expected more.

Great location next to the station. The breakfast costs 18 dollars extra, which is too much. The bed was comfortable.

I loved the garden and the pool. My children did not want to leave. The breakfast had fresh fruit every morning.

The wifi did not work on the third floor. The staff apologised and gave us 10 percent off. The lift was slow.
`;

mkdirSync(FOLDER, { recursive: true });
sales();
bank();
shop();
people();
work();
goods();
bills();
answers();
save('meeting.md', MEETING);
save('beschwerde.txt', LETTER);
save('reviews.txt', REVIEWS);
save(
  'meeting_old.md',
  MEETING.replace('€1,200', '€900')
    .replace('fifty minutes', 'an hour')
    .replace('- Kofi: invite six candidates until 2026-05-15\n', ''),
);
