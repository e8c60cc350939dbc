import { describe, expect, it } from 'vitest';
import { keyPairs } from '../../../src/planner/offline/key-pairs.ts';
import { knownFile } from '../../../src/planner/offline/known-files.ts';

const side = (name: string, head: string) => {
  const { tables, words } = knownFile({ name, type: '', size: head.length, head });
  return { columns: tables[0]?.columns ?? [], called: words };
};
const pairs = (left: readonly [string, string], right: readonly [string, string]) =>
  keyPairs(side(...left), side(...right)).map(({ on, rightOn }) => `${on} = ${rightOn}`);

describe('the columns by which two tables belong together', () => {
  it('are found by what they hold, whatever they are called', () => {
    expect(
      pairs(
        ['loans.csv', 'Slip,Card\nL1,B22\nL2,B31\nL3,B22\n'],
        ['readers.csv', 'Number,Surname\nB22,Noor\nB31,Lind\nB40,Park\n'],
      ),
    ).toEqual(['Card = Number']);
    expect(
      pairs(
        ['rechnungen.csv', 'Rechnung;Empfaenger;Betrag\nR1;77;12,50\nR2;78;99,00\nR3;77;5,00\n'],
        ['firmen.csv', 'Kundennummer;Firma\n77;Adler\n78;Bauer\n79;Cramer\n'],
      ),
    ).toEqual(['Empfaenger = Kundennummer']);
  });
  it('may be named after the other file', () => {
    expect(
      pairs(
        ['orders.csv', 'Order,Customer,Amount\n1,1,20\n2,3,35\n3,1,12\n'],
        ['customers.csv', 'No,City\n1,Oslo\n2,Rome\n3,Bonn\n'],
      ),
    ).toEqual(['Customer = No']);
  });
  it('are not told by small numbers that count from one', () => {
    expect(
      pairs(
        ['till.csv', 'Slip,Quantity\nS1,1\nS2,2\nS3,2\n'],
        ['staff.csv', 'Id,Name\n1,Ada\n2,Bob\n3,Cem\n'],
      ),
    ).toEqual([]);
  });
  it('are several where several fit as well', () => {
    expect(
      pairs(
        ['trips.csv', 'Trip,From,To\n1,A,B\n2,B,C\n3,C,A\n4,A,C\n'],
        ['stops.csv', 'Code,Town\nA,Ayr\nB,Bath\nC,Cork\n'],
      ),
    ).toEqual(['From = Code', 'To = Code']);
  });
});
