/**
 * The types of the package, out of its entry files: one declaration file for each source that they reach, free of what is
 * needed to build. Types that zod infers are written out, so that whoever has the package needs no zod.
 */

import { dirname, join, posix, relative, sep } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../..');
const SRC = join(ROOT, 'src');

export interface Declared {
  readonly name: string;
  /** The doc comment, as it stands in the source; empty where there is none. */
  readonly doc: string;
  /** The declaration without it. */
  readonly text: string;
}

export interface Declarations {
  /** Text by path below the folder of types: `package/plan.d.ts`. */
  readonly files: ReadonlyMap<string, string>;
  /** What an entry shows, by name. */
  shownBy(entry: string): readonly Declared[];
}

/** @param entries names of files in src/package, without their ending */
export function declarationsOf(entries: readonly string[]): Declarations {
  const program = ts.createProgram(
    entries.map((entry) => join(SRC, 'package', `${entry}.ts`)),
    options(),
  );
  const checker = program.getTypeChecker();
  const emitted = new Map<string, string>();
  program.emit(undefined, (path, text, _, __, sources) => {
    // What is handed over here has been rewritten; what is asked about must stand in a file.
    const source = sources?.[0] && program.getSourceFile(sources[0].fileName);
    emitted.set(pathOf(path), source ? withoutZod(text, source, checker) : text);
  });
  const files = reached(
    entries.map((entry) => `package/${entry}.d.ts`),
    emitted,
  );
  return { files, shownBy: (entry) => shownBy(program, checker, entry, files) };
}

/** As the project is compiled, but for errors: `npm run types` says them. */
function options(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options: own } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
  return {
    ...own,
    noEmit: false,
    noCheck: true,
    declaration: true,
    emitDeclarationOnly: true,
    types: ['node'],
    rootDir: SRC,
    outDir: SRC,
  };
}

const pathOf = (path: string): string => relative(SRC, path).split(sep).join('/');

/** The text with `z.infer<…>` written out, and without the shapes that it is inferred from. */
function withoutZod(text: string, source: ts.SourceFile, checker: ts.TypeChecker): string {
  if (!/from 'zod'/.test(text)) return text;
  let free = text;
  const visit = (node: ts.Node): void => {
    if (ts.isTypeReferenceNode(node) && node.typeName.getText(source) === 'z.infer') {
      const { NoTruncation, InTypeAlias, MultilineObjectLiterals } = ts.TypeFormatFlags;
      const flags = NoTruncation | InTypeAlias | MultilineObjectLiterals;
      const written = checker.typeToString(checker.getTypeFromTypeNode(node), source, flags);
      free = free.replaceAll(node.getText(source), `(${written})`);
    } else ts.forEachChild(node, visit);
  };
  visit(source);
  const parsed = parse(free);
  const left = parsed.statements.filter((statement) => {
    const isShape = ts.isVariableStatement(statement) && /: z\./.test(statement.getText(parsed));
    return !isShape && !(ts.isImportDeclaration(statement) && /'zod'/.test(statement.getText(parsed)));
  });
  return `${left.map((statement) => statement.getFullText(parsed).trim()).join('\n')}\n`;
}

const parse = (text: string): ts.SourceFile =>
  ts.createSourceFile('some.d.ts', text, ts.ScriptTarget.ES2023, true);

const LOCAL = /(from |import\()(['"])(\.[^'"]+)\.ts\2/g;

/** The files that the entries need, each naming the others as they lie beside it. */
function reached(entries: readonly string[], emitted: ReadonlyMap<string, string>): Map<string, string> {
  const files = new Map<string, string>();
  const open = [...entries];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (files.has(path)) continue;
    const text = emitted.get(path);
    if (text === undefined) throw new Error(`There is no declaration for ${path}.`);
    files.set(path, text.replace(LOCAL, '$1$2$3.js$2'));
    for (const [, , , target] of text.matchAll(LOCAL)) {
      open.push(`${posix.normalize(posix.join(dirname(path), target!))}.d.ts`);
    }
  }
  return files;
}

function shownBy(
  program: ts.Program,
  checker: ts.TypeChecker,
  entry: string,
  files: ReadonlyMap<string, string>,
): Declared[] {
  const source = program.getSourceFile(join(SRC, 'package', `${entry}.ts`))!;
  const shown = checker.getExportsOfModule(checker.getSymbolAtLocation(source)!);
  return shown.map((symbol) => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const at = target.declarations![0]!.getSourceFile().fileName;
    return declared(symbol.name, files.get(pathOf(at).replace(/\.ts$/, '.d.ts'))!);
  });
}

function declared(name: string, text: string): Declared {
  const parsed = parse(text);
  const own = parsed.statements.filter((statement) => namesOf(statement).includes(name));
  const [first] = own;
  if (!first) throw new Error(`There is no declaration of ${name}.`);
  const docs = ts.getLeadingCommentRanges(text, first.getFullStart()) ?? [];
  const doc = docs
    .map(({ pos, end }) => text.slice(pos, end))
    .findLast((comment) => comment.startsWith('/**'));
  // The first comment of a file is about the file.
  const isOfFile = doc !== undefined && docs.length === 1 && first === parsed.statements[0];
  return {
    name,
    doc: doc === undefined || isOfFile ? '' : wordsOf(doc),
    text: own.map((statement) => statement.getText(parsed)).join('\n'),
  };
}

const namesOf = (statement: ts.Statement): readonly string[] => {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  const { name } = statement as ts.Statement & { readonly name?: ts.Node };
  return name ? [name.getText()] : [];
};

const wordsOf = (comment: string): string =>
  comment
    .slice(3, -2)
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .join('\n')
    .trim();
