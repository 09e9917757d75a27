/** What the entries of a package export, and each type of the package that it names, as the compiler prints it. */
import { join, relative } from 'node:path';
import ts from 'typescript';
import type { Surface } from './surface.js';

const printer = ts.createPrinter({ removeComments: true });

const isHidden = (node: ts.Node): boolean =>
  ts.isClassElement(node) &&
  ((node.name !== undefined && ts.isPrivateIdentifier(node.name)) ||
    (ts.canHaveModifiers(node) &&
      (ts.getModifiers(node) ?? []).some(({ kind }) =>
        [ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword].includes(kind),
      )));

/** The nodes of a declaration that name a type of another one. */
const namesIn = (node: ts.Node): readonly ts.Node[] => {
  if (isHidden(node)) return [];
  const below: ts.Node[] = [];
  ts.forEachChild(node, (child) => void below.push(...namesIn(child)));
  if (ts.isTypeReferenceNode(node)) return [node.typeName, ...below];
  if (ts.isExpressionWithTypeArguments(node)) return [node.expression, ...below];
  if (ts.isTypeQueryNode(node)) return [node.exprName, ...below];
  if (ts.isImportTypeNode(node) && node.qualifier !== undefined) return [node.qualifier, ...below];
  return below;
};

/** A declaration, without private members, as lines such as `TaskName: readonly userId: string;`. */
const linesOf = (name: string, declaration: ts.Node): Surface => {
  const source = declaration.getSourceFile();
  const shown =
    ts.isClassDeclaration(declaration) && declaration.members.some(isHidden)
      ? ts.factory.updateClassDeclaration(
          declaration,
          declaration.modifiers,
          declaration.name,
          declaration.typeParameters,
          declaration.heritageClauses,
          declaration.members.filter((it) => !isHidden(it)),
        )
      : declaration;
  return (
    printer
      .printNode(ts.EmitHint.Unspecified, shown, source)
      .split('\n')
      // Versions of the compiler differ in their quotes.
      .map((line) => line.trim().replaceAll('"', "'"))
      .filter((line) => /\w/.test(line))
      .map((line) => `${name}: ${line}`)
  );
};

/** `typed`: the names of the entries, and their declarations. `read` returns the text of a file of the package. */
export const publicDeclarations = (
  folder: string,
  typed: readonly (readonly [entry: string, file: string])[],
  read: (path: string) => string,
): Surface => {
  const options: ts.CompilerOptions = {
    ...{ noLib: true, types: [], target: ts.ScriptTarget.ES2022 },
    ...{ module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
  };
  const host = ts.createCompilerHost(options);
  // Types of other packages stay names.
  const isOwn = (file: string): boolean => !/^\.\.|node_modules/.test(relative(folder, file));
  host.fileExists = (file) => isOwn(file) && ts.sys.fileExists(file);
  host.readFile = (file) => (isOwn(file) ? read(relative(folder, file)) : undefined);
  const program = ts.createProgram({
    rootNames: typed.map(([, file]) => join(folder, file)),
    options,
    host,
  });
  const checker = program.getTypeChecker();
  const dist = join(folder, 'dist/');
  const found = new Map<ts.Symbol, Surface>();

  const add = (named: ts.Symbol | undefined): void => {
    if (named === undefined) return;
    const symbol = named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named;
    // Types of other packages stay names, and so do type parameters.
    const own = (symbol.declarations ?? []).filter(
      (it) => it.getSourceFile().fileName.startsWith(dist) && !ts.isTypeParameterDeclaration(it),
    );
    if (own.length === 0 || found.has(symbol)) return;
    found.set(
      symbol,
      own.flatMap((it) => linesOf(symbol.name, it)),
    );
    for (const name of own.flatMap(namesIn)) add(checker.getSymbolAtLocation(name));
  };

  const exported = typed.flatMap(([entry, file]) => {
    const source = program.getSourceFile(join(folder, file));
    if (source === undefined) throw new Error(`${entry} has no declarations at ${file}`);
    const module = checker.getSymbolAtLocation(source);
    const symbols = module === undefined ? [] : checker.getExportsOfModule(module);
    for (const symbol of symbols) add(symbol);
    const augmented = source.statements.filter(ts.isModuleDeclaration);
    for (const name of augmented.flatMap(namesIn)) add(checker.getSymbolAtLocation(name));
    return [
      ...symbols.map(({ name }) => `export ${entry} ${name}`).sort(),
      ...augmented.flatMap((it) => linesOf(`augments ${entry} ${it.name.text}`, it)),
    ];
  });
  const named = [...found].sort(([one], [other]) => (one.name < other.name ? -1 : 1));
  return [...exported, ...named.flatMap(([, lines]) => lines)];
};
