/** Reads a source file for the rules of the house: what it imports, which globals it names. Knows no rule. */

import ts from 'typescript';

export interface SourceImport {
  readonly specifier: string;
  /** Erased at run time: `import type`, or every name in it is a type. */
  readonly typeOnly: boolean;
  /** Fetched when the code comes to it: `import(…)`. */
  readonly late: boolean;
  readonly line: number;
}

export interface SourceFile {
  /** Relative to `src/`, with `/`. */
  readonly path: string;
  readonly imports: readonly SourceImport[];
  /** Free names that the file neither declares nor imports, `Math.random` included. */
  readonly globals: ReadonlySet<string>;
  /** Nothing but `export … from`, or an `export *`. */
  readonly isBarrel: boolean;
}

export function readSource(path: string, text: string): SourceFile {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true, kind);
  const imports: SourceImport[] = [];
  const declared = new Set<string>();
  const named = new Set<string>();

  const add = (specifier: ts.Node, typeOnly: boolean, late = false) => {
    if (!ts.isStringLiteralLike(specifier)) return;
    // No import: the address of a thread's script, which is built by itself.
    if (specifier.text.endsWith('?worker&url')) return;
    const line = file.getLineAndCharacterOfPosition(specifier.pos).line + 1;
    imports.push({ specifier: specifier.text, typeOnly, late, line });
  };

  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node.importClause));
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node.argument.literal, true);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      for (const argument of node.arguments) add(argument, false, true);
    } else if (ts.isIdentifier(node)) {
      if (isDeclaration(node)) declared.add(node.text);
      else if (isFree(node)) named.add(node.text);
    } else if (ts.isPropertyAccessExpression(node) && node.getText() === 'Math.random')
      named.add('Math.random');
    ts.forEachChild(node, visit);
  };
  visit(file);

  const statements = file.statements;
  return {
    path,
    imports,
    globals: new Set([...named].filter((name) => !declared.has(name))),
    isBarrel: statements.length > 0 && statements.every(isReExport),
  };
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const bindings = clause.namedBindings;
  const named = bindings && ts.isNamedImports(bindings) ? bindings.elements : [];
  return clause.name === undefined && named.length > 0 && named.every((element) => element.isTypeOnly);
}

const isReExport = (statement: ts.Statement): boolean =>
  ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined;

function isDeclaration(node: ts.Identifier): boolean {
  const { parent } = node;
  const declares =
    ts.isVariableDeclaration(parent) ||
    ts.isParameter(parent) ||
    ts.isFunctionDeclaration(parent) ||
    ts.isBindingElement(parent) ||
    ts.isImportSpecifier(parent) ||
    ts.isImportClause(parent) ||
    ts.isNamespaceImport(parent) ||
    ts.isClassDeclaration(parent) ||
    ts.isInterfaceDeclaration(parent) ||
    ts.isTypeAliasDeclaration(parent) ||
    ts.isTypeParameterDeclaration(parent);
  return declares && parent.name === node;
}

/** A name on its own, not the key of a property. */
function isFree(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isQualifiedName(parent)) return parent.left === node;
  // `typeof fetch` as a type is erased.
  if (ts.isTypeQueryNode(parent)) return false;
  const isKey =
    (ts.isPropertyAssignment(parent) ||
      ts.isPropertySignature(parent) ||
      ts.isPropertyDeclaration(parent) ||
      ts.isMethodSignature(parent) ||
      ts.isMethodDeclaration(parent)) &&
    parent.name === node;
  return !isKey && !(ts.isBindingElement(parent) && parent.propertyName === node);
}
