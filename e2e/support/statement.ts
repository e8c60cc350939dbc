/** A bank statement of a few months, over a new year. */

export const STATEMENT = [
  'Date,Description,Category,Amount',
  '2025-12-28,Grocer Lane,Food,-84.20',
  '2026-01-02,Salary,Income,3200.00',
  '2026-01-05,Rent,Housing,-1150.00',
  '2026-02-01,Salary,Income,3200.00',
  '2026-02-17,Train pass,Travel,-89.00',
  '2026-03-21,Weekend trip,Travel,-640.30',
].join('\n');
