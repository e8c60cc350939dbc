/** Files that strangers drop beside a goal: what they hold, and what a planner is told of them. */

import type { InputFile } from '../../../src/planner/planner.ts';

export const contents: ReadonlyMap<string, string> = new Map([
  [
    'sales.csv',
    'region,product,amount,date\nNorth,Pen,120,2026-01-05\nSouth,Desk,80,2026-02-06\nNorth,Desk,300,2026-03-09\nEast,Pen,45,2026-04-01\nSouth,Lamp,210,2026-05-20\nWest,Pen,60,2026-06-11\n',
  ],
  [
    'orders.csv',
    'order_id,customer_id,status,total,order_date\n1,7,late,30,2026-01-02\n2,8,paid,120,2026-03-04\n3,7,late,250,2026-03-18\n4,9,open,75,2026-04-22\n',
  ],
  [
    'customers.csv',
    'customer_id,name,country,email\n7,Ada,DE,ada@example.org\n8,Bob,FR,bob@example.org\n9,Cem,DE,cem@example.org\n',
  ],
  [
    'products.csv',
    'name,category,price,stock\nPen,office,3,400\nDesk,home,90,3\nLamp,home,35,12\nChair,office,55,0\nSofa,home,700,2\n',
  ],
  [
    'employees.csv',
    'Name,Department,Salary,Hire Date\nAda,R&D,5200,2019-05-01\nBob,Sales,3900,2021-09-15\nCem,R&D,6100,2017-01-10\nDee,Sales,4100,2023-02-01\n',
  ],
  ['ventes.csv', 'Région,Produit,Montant,Quantité\nNord,Stylo,120,3\nSud,Bureau,80,1\nNord,Lampe,60,2\n'],
  ['jan.csv', 'day,city,visitors\n1,Rome,10\n2,Paris,20\n'],
  ['feb.csv', 'day,city,visitors\n1,Rome,15\n3,Oslo,7\n'],
  [
    'team.json',
    '[{"name": "Ada", "age": 36, "city": "Paris"}, {"name": "Bob", "age": 29, "city": "Rome"}, {"name": "Cem", "age": 41, "city": "Paris"}]',
  ],
  [
    'notes.md',
    '# Notes\n\nThe launch is on 3 March 2026. We shipped the first build. Ada will write the guide. Bob tests the sync. The budget is 12,000 EUR. Call +49 30 1234567 or mail ada@example.org.\n\n## Open\n\nWe have no date for the second build. The guide needs pictures.\n',
  ],
  [
    'letter.txt',
    'Dear Ada,\nplease pay 12.50 EUR to ada@example.org by 3 March 2026. See https://example.org/pay. The colour is red.\nBob\n',
  ],
  ['old.txt', 'one\ntwo\nthree\n'],
  ['new.txt', 'one\n2\nthree\nfour\n'],
  [
    'page.html',
    '<title>T</title><h1>Hello</h1><p>Good <b>day</b> to everyone. This is a page about bees.</p>',
  ],
]);

/** The named files as a planner sees them. */
export const dropped = (...names: string[]): InputFile[] =>
  names.map((name) => {
    const head = contents.get(name) ?? '';
    return { name, type: '', size: head.length, head };
  });
