import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BASE_KINDS,
  type Expr,
  isExpression,
  literalOf,
  parseExpression,
  printExpression,
} from '../../src/plan/expression.ts';
import { parseOutputPath } from '../../src/plan/output-path.ts';
import { conformanceCases, hasConformance } from './conformance-cases.ts';

interface Case {
  readonly text: string;
  readonly as: 'parameter' | 'outputPath';
  readonly expect: { literal?: string; print?: string; code?: string };
}

function printed(text: string): string {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return printExpression(parsed.value);
}

function fault(text: string, kinds?: ReadonlySet<string>) {
  const parsed = parseExpression(text, kinds);
  if (parsed.ok) throw new Error(`${text} parsed`);
  return parsed.error;
}

const codeOfPath = (text: string) => {
  const parsed = parseOutputPath(text);
  return parsed.ok ? 'ok' : parsed.error.code;
};

describe.skipIf(!hasConformance)('the conformance cases (skipped where ../shared is absent)', () => {
  const cases = conformanceCases<Case>('parse.json');
  test.each(cases.map((one) => [one.name, one] as const))('parse: %s', (_, one) => {
    const found: Case['expect'] = {};
    if (one.as === 'parameter' && !isExpression(one.text)) {
      found.literal = literalOf(one.text);
    } else {
      const parsed = parseExpression(one.text);
      const target = one.as === 'outputPath' ? parseOutputPath(one.text) : parsed;
      if (!target.ok) found.code = target.error.code;
      else if (parsed.ok) found.print = printExpression(parsed.value);
    }
    expect(found).toEqual(one.expect);
  });
});

const segment = fc.oneof(
  fc.nat(),
  fc.stringMatching(/^[A-Za-z_$][\w$-]{0,8}$/),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('', '0', '01', 'a"b', 'a\\', '\ud800', '\u0000', ']', '†'),
);
const allowed = segment.filter((s) => !['__proto__', 'prototype', 'constructor'].includes(String(s)));
const ref = fc.record({
  type: fc.constant('ref' as const),
  kind: fc.constantFrom(...BASE_KINDS),
  path: fc.array(allowed, { maxLength: 4 }),
});
const expression: fc.Arbitrary<Expr> = fc.letrec<{ expr: Expr }>((tie) => ({
  expr: fc.oneof(
    { maxDepth: 2 },
    ref,
    fc.record({
      type: fc.constantFrom('or' as const, 'and' as const),
      operands: fc.array(tie('expr'), { minLength: 2, maxLength: 3 }),
    }),
  ),
})).expr;

describe('what is printed', () => {
  //
  test('parses to what it was printed from', () => {
    fc.assert(
      fc.property(expression, (expr) => {
        const text = printExpression(expr);
        const parsed = parseExpression(text);
        if (!parsed.ok && parsed.error.code === 'limit') return;
        expect(parsed).toEqual({ ok: true, value: expr });
      }),
      { numRuns: 2000 },
    );
  });

  test('quotes only the keys that need it (§3)', () => {
    expect(printed('†state["name"]["0"].0["a b"]')).toBe('†state.name["0"].0["a b"]');
    expect(printed('†state["\\u0061"]')).toBe('†state.a');
  });

  test('any text is an expression, literal text, or an error with its caret inside the text (L-1)', () => {
    const noise = fc.string({ unit: fc.constantFrom(...'†().|&<>*ab0"[]\\ '), maxLength: 24 });
    fc.assert(
      fc.property(noise, (text) => {
        const parsed = parseExpression(text);
        if (!isExpression(text)) expect(parsed.ok).toBe(false);
        else if (parsed.ok)
          expect(printed(printExpression(parsed.value))).toBe(printExpression(parsed.value));
        else {
          expect(parsed.error.caret).toBeGreaterThanOrEqual(0);
          expect(parsed.error.caret).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 5000 },
    );
  });
});

describe('text and expressions', () => {
  test.each(['', 'hello', ' †state.a', 'a †state.b', '(see note)', '††price', '(††', '( ††x', '((a †b'])(
    '%j is text (L-1, L-2)',
    (text) => expect(isExpression(text)).toBe(false),
  );
  test.each(['†', '†state', '(†state', '( (†a', '† 2020'])('%j must parse (L-1)', (text) =>
    expect(isExpression(text)).toBe(true),
  );
  test('only the dagger where an expression would begin is unescaped (L-2)', () => {
    expect(literalOf('††a ††b')).toBe('†a ††b');
    expect(literalOf('( ††')).toBe('( †');
    expect(literalOf('a††')).toBe('a††');
    expect(literalOf('†††')).toBe('††');
  });
});

describe('faults', () => {
  test.each([
    ['†state.a | †state.b', 9, 'did you mean ||'],
    ['†state.a & †state.b', 9, 'did you mean &&'],
    ['†state.a †state.b', 9, 'put || or && between them'],
    ['†.x', 1, 'did you mean †state.x'],
    ['†state[0]', 7, 'write an index as .0'],
    ['(†state.a)', 9, 'remove the parentheses'],
    ['†state.a.01', 9, 'remove the zero, or quote it: ["…"]'],
  ])('%s has its caret and a hint (L-3)', (text, caret, hint) => {
    expect(fault(text)).toMatchObject({ code: 'syntax', caret, hint });
  });

  test('an unknown kind names the nearest one', () => {
    expect(fault('†stat.a')).toMatchObject({ code: 'unknown-kind', hint: 'did you mean †state' });
    expect(fault('†banana.a').hint).toBeUndefined();
    expect(parseExpression('†mail.a', new Set([...BASE_KINDS, 'mail'])).ok).toBe(true);
  });

  test.each(['__proto__', 'prototype', 'constructor'])('%s is refused, quoted or not (L-6)', (word) => {
    expect(fault(`†state.${word}`).code).toBe('forbidden-segment');
    expect(fault(`†state[${JSON.stringify(word)}]`).code).toBe('forbidden-segment');
  });

  test('limits are at 32 segments, 16 operands and 1,024 characters (L-6)', () => {
    const segments = (n: number) => `†state${'.a'.repeat(n)}`;
    const operands = (n: number) => Array(n).fill('†state.a').join(' || ');
    expect(printed(segments(32))).toBe(segments(32));
    expect(fault(segments(33)).code).toBe('limit');
    expect(printed(operands(16))).toBe(operands(16));
    expect(fault(operands(17)).code).toBe('limit');
    expect(fault(`(${operands(9)}) && (${operands(9)})`).code).toBe('limit');
    expect(printed(`†state.${'a'.repeat(1017)}`)).toHaveLength(1024);
    expect(fault(`†state.${'a'.repeat(1018)}`).code).toBe('limit');
    expect(fault('†state.items.99999999999999999999').code).toBe('limit');
  });

  test('what fits only before it is printed is over the limit, or a saved plan would not open again', () => {
    expect(fault(`†state.${'a'.repeat(1007)}||†state.b`).code).toBe('limit');
  });
});

describe('output paths (L-5b)', () => {
  test.each([
    ['†input.a', 'read-only-target'],
    ['†run', 'read-only-target'],
    ['†secret.key', 'read-only-target'],
    ['†state.approvals.x', 'read-only-target'],
    ['†state["approvals"]', 'read-only-target'],
    ['†state', 'bad-output-path'],
    ['†state.a.0', 'bad-output-path'],
    ['result', 'bad-output-path'],
    ['††state.a', 'bad-output-path'],
    ['†state.a && (†state.b || †state.c)', 'bad-output-path'],
    ['†state.a && †state.b || †state.c', 'mixed-operators'],
    ['†stat.a', 'unknown-kind'],
    ['†state.a ||', 'syntax'],
    ['†data.a', 'ok'],
    ['(†state.a && †state.b) || †state.c', 'ok'],
  ])('%s is %s', (text, code) => expect(codeOfPath(text)).toBe(code));

  test('alternatives hold their targets in order', () => {
    const parsed = parseOutputPath('(†state.a && †state.b) || †state.c');
    const names = parsed.ok ? parsed.value.alternatives.map((one) => one.map((ref) => ref.path[0])) : [];
    expect(names).toEqual([['a', 'b'], ['c']]);
  });

  test.each(['result', 'state.result'])('%s lacks a dagger, and is told with it', (text) => {
    expect(parseOutputPath(text)).toMatchObject({ error: { hint: 'did you mean †state.result' } });
  });

  test('the caret stands at the target that is wrong', () => {
    const parsed = parseOutputPath('†state.a || †input.b');
    expect(parsed).toMatchObject({ ok: false, error: { caret: 12 } });
  });
});
