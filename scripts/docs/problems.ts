/**
 * docs/problems.md out of the code: every code of check/problem.ts, and of each place that raises it the sentence, the
 * titles of its quick fixes and the rules its file cites. Written by `npx tsx scripts/problems-page.ts`.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../..');
const CODES = 'src/check/problem.ts';
/** Rooms whose findings are a check's or an import's problems. */
const ROOMS = ['src/check', 'src/plan'];

interface Raised {
  readonly file: string;
  readonly says: readonly string[];
  readonly fixes: readonly string[];
  readonly rules: readonly string[];
}

/** The whole page, as it should stand. */
export function problemsPage(): string {
  const { errors, warnings } = codes();
  const raised = new Map<string, Raised[]>();
  for (const file of ROOMS.flatMap(filesIn))
    for (const [code, one] of raisedIn(file, new Set([...errors, ...warnings])))
      raised.set(code, [...(raised.get(code) ?? []), one]);
  const section = (title: string, about: string, some: readonly string[]) =>
    [`## ${title}`, '', about, '', ...some.flatMap((code) => lines(code, raised.get(code) ?? []))].join('\n');
  return [
    '<!-- Written by `npx tsx scripts/problems-page.ts`; a test compares. -->',
    '# Problems by code',
    '',
    'What *Problems*, `obelus validate` and `check` of the package say of a plan. In a sentence, `…` is what it fills in; under',
    'it stand its quick fixes, the [rules](rules.md) that the file cites, and the file that says it.',
    '',
    section('Errors', 'A plan with one of these is not approved and not run.', errors),
    section(
      'Warnings',
      'These may stay. `unknown-parameter` is an error where the contract closes its parameters, and any error of a call that is switched off is a warning.',
      warnings,
    ),
  ].join('\n');
}

function lines(code: string, places: readonly Raised[]): string[] {
  const text = places
    .filter(({ says }) => says.length > 0)
    .flatMap(({ file, says, fixes, rules }) => [
      ...says.map((one) => `- ${one.trim().replace('……', '…').replaceAll('<', '\\<')}`),
      `  ${[...fixes.map((title) => `*${title.replaceAll('<', '\\<')}*`), ...rules, `[${file.slice(4)}](../${file})`].join(' · ')}`,
    ]);
  return [`### ${code}`, '', ...text, ''];
}

const parse = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true);

const filesIn = (room: string): string[] =>
  readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => relative('.', join(room, name)))
    .filter((file) => file !== CODES)
    .toSorted();

function codes(): { readonly errors: readonly string[]; readonly warnings: readonly string[] } {
  const lists = new Map<string, string[]>();
  walk(parse(CODES), (node) => {
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isAsExpression(node.initializer)) {
      const list = node.initializer.expression;
      if (ts.isArrayLiteralExpression(list))
        lists.set(
          node.name.getText(),
          list.elements.filter(ts.isStringLiteral).map(({ text }) => text),
        );
    }
  });
  return { errors: lists.get('ERROR_CODES') ?? [], warnings: lists.get('WARNING_CODES') ?? [] };
}

/** By code what a file says: a call with the code and then the sentence, or an object with both. */
function raisedIn(file: string, known: ReadonlySet<string>): Map<string, Raised> {
  const source = parse(file);
  const cited = source.text.match(/\bL-\d+[a-z]?\b/gu) ?? [];
  const rules = [...new Set(cited)].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const found = new Map<string, { says: Set<string>; fixes: Set<string> }>();
  const add = (code: string, message: ts.Node | undefined, where: ts.Node | undefined) => {
    const one = found.get(code) ?? { says: new Set(), fixes: new Set() };
    found.set(code, one);
    for (const text of message ? textsOf(message) : []) if (isSentence(text)) one.says.add(text);
    if (where) for (const title of fixesIn(where)) one.fixes.add(title);
  };
  walk(source, (node) => {
    if (ts.isCallExpression(node)) {
      const named = node.arguments.find((one) => ts.isStringLiteral(one) && known.has(one.text));
      const code = named && ts.isStringLiteral(named) ? named.text : codeOf(node, known);
      const says = node.arguments.find((one) => one !== named && textsOf(one).some(isSentence));
      if (code !== undefined) add(code, says, node.arguments.at(-1));
    }
    if (ts.isObjectLiteralExpression(node)) {
      const code = member(node, 'code');
      if (code && ts.isStringLiteral(code) && known.has(code.text))
        add(code.text, member(node, 'message') ?? member(node, 'why'), undefined);
    }
  });
  return new Map(
    [...found].map(([code, { says, fixes }]) => [code, { file, says: [...says], fixes: [...fixes], rules }]),
  );
}

const isSentence = (text: string): boolean => / [a-z]{2}/u.test(text);

/** What a function of the file means where it is given no code: its own name, or what it takes for granted. */
function codeOf({ expression }: ts.CallExpression, known: ReadonlySet<string>): string | undefined {
  const declared = ts.isIdentifier(expression) ? declarationOf(expression) : undefined;
  if (!declared || !ts.isFunctionDeclaration(declared)) return undefined;
  const granted = declared.parameters
    .map(({ initializer }) => initializer)
    .find((one) => one && ts.isStringLiteral(one));
  const code = granted && ts.isStringLiteral(granted) ? granted.text : declared.name?.text;
  return code !== undefined && known.has(code) ? code : undefined;
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

const member = (object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined => {
  const found = object.properties.find((one) => one.name?.getText() === name);
  if (found && ts.isPropertyAssignment(found)) return found.initializer;
  return found && ts.isShorthandPropertyAssignment(found) ? found.name : undefined;
};

/** What an expression can read, `…` for what is only known when it runs. */
function textsOf(node: ts.Node): string[] {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [
      [
        node.head.text,
        ...node.templateSpans.flatMap(({ expression, literal }) => [inner(expression), literal.text]),
      ].join(''),
    ];
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression);
  if (ts.isBinaryExpression(node))
    return textsOf(node.left).map(
      (text) => text + (textsOf(node.right).length === 1 ? textsOf(node.right)[0] : '…'),
    );
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    const made = declarationOf(node.expression);
    const body =
      made && ts.isVariableDeclaration(made) && made.initializer && ts.isArrowFunction(made.initializer)
        ? made.initializer.body
        : undefined;
    return body && !ts.isBlock(body) ? textsOf(body) : [];
  }
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  if (ts.isIdentifier(node)) {
    const declared = declarationOf(node);
    return declared && ts.isVariableDeclaration(declared) && declared.initializer
      ? textsOf(declared.initializer)
      : [];
  }
  return [];
}

/** A name inside a sentence is followed where it holds one text; anything else is filled in. */
const inner = (node: ts.Expression): string => {
  const texts = ts.isIdentifier(node) ? textsOf(node) : [];
  return texts.length === 1 && /[a-z]{3}/u.test(texts[0] ?? '') ? (texts[0] ?? '…') : '…';
};

/** Titles of the quick fixes made in an expression, or in what it names of the same file. */
function fixesIn(node: ts.Node, seen = new Set<ts.Node>()): string[] {
  if (seen.has(node)) return [];
  seen.add(node);
  const titles: string[] = [];
  walk(node, (one) => {
    if (ts.isCallExpression(one) && one.expression.getText() === 'fix' && one.arguments[0])
      titles.push(...textsOf(one.arguments[0]));
    const declared = ts.isIdentifier(one) ? declarationOf(one) : undefined;
    if (declared && !seen.has(declared)) titles.push(...fixesIn(declared, seen));
  });
  return titles;
}

/** The constant or function of that name in the nearest block around. */
function declarationOf(name: ts.Identifier): ts.VariableDeclaration | ts.FunctionDeclaration | undefined {
  for (let scope: ts.Node = name.parent; scope; scope = scope.parent) {
    if (!ts.isBlock(scope) && !ts.isSourceFile(scope)) continue;
    for (const statement of scope.statements) {
      if (ts.isFunctionDeclaration(statement) && statement.name?.text === name.text) return statement;
      if (!ts.isVariableStatement(statement)) continue;
      const found = statement.declarationList.declarations.find((one) => one.name.getText() === name.text);
      if (found) return found;
    }
  }
  return undefined;
}
