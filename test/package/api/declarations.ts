/** The exports of a package's entries, and the types that they name, read from its declarations. */
import { join, relative } from 'node:path';
import ts from 'typescript';
import { entryOf, type Direction, type Entry } from './surface.js';

const opposite: Readonly<Record<Direction, Direction>> = { in: 'out', out: 'in', both: 'both' };

const HIDDEN = [ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword];

/** What custom-elements.json has, with the members of the element's base class. */
const IN_MANIFEST = ['AudioTranscribe', 'FormControl', 'ElementSettings'];

const hasModifier = (node: ts.Node, ...kinds: readonly ts.SyntaxKind[]): boolean =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node) ?? []).some(({ kind }) => kinds.includes(kind));

/** The files of earlier readings, by their text. */
const parsed = new Map<string, ts.SourceFile>();

const printer = ts.createPrinter({ removeComments: true });

/** The exports of every entry, and every type of the package that they name, with its members. */
export const declarationEntries = (
  read: (path: string) => string | undefined,
  typed: readonly (readonly [entry: string, file: string])[],
): readonly Entry[] => {
  const root = '/package';
  // Types of other packages stay names.
  const textIn = (file: string): string | undefined =>
    file.includes('node_modules') ? undefined : read(relative(root, file));
  const host: ts.CompilerHost = {
    getSourceFile: (file) => {
      const text = textIn(file);
      if (text === undefined) return undefined;
      const key = `${file}\n${text}`;
      const source = parsed.get(key) ?? ts.createSourceFile(file, text, ts.ScriptTarget.ES2022);
      parsed.set(key, source);
      return source;
    },
    fileExists: (file) => textIn(file) !== undefined,
    readFile: (file) => textIn(file),
    getDefaultLibFileName: () => 'lib.d.ts',
    writeFile: () => undefined,
    getCurrentDirectory: () => root,
    getCanonicalFileName: (file) => file,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
  };
  const program = ts.createProgram(
    typed.map(([, file]) => join(root, file)),
    {
      ...{ noLib: true, types: [], target: ts.ScriptTarget.ES2022 },
      ...{ module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
    },
    host,
  );
  const checker = program.getTypeChecker();
  const entries: Entry[] = [];
  const directions = new Map<ts.Symbol, Set<Direction>>();
  const types = new Set<ts.Symbol>();
  const todo: { readonly symbol: ts.Symbol; readonly direction: Direction }[] = [];

  const original = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

  const reach = (symbol: ts.Symbol, direction: Direction): void => {
    const known = directions.get(symbol) ?? new Set();
    if (known.has(direction) || (symbol.declarations ?? []).length === 0) return;
    directions.set(symbol, known.add(direction));
    todo.push({ symbol, direction });
  };

  /** Follows the names in a type; parameters of functions turn the direction. */
  const follow = (node: ts.Node, direction: Direction): void => {
    if (ts.isParameter(node)) {
      if (node.type !== undefined) follow(node.type, opposite[direction]);
      return;
    }
    if (ts.isClassElement(node) && hasModifier(node, ...HIDDEN)) return;
    const isProperty = ts.isPropertySignature(node) || ts.isPropertyDeclaration(node);
    if (isProperty && direction !== 'both' && !hasModifier(node, ts.SyntaxKind.ReadonlyKeyword))
      return follow(node, 'both');
    const isName =
      ts.isTypeReferenceNode(node) ||
      ts.isExpressionWithTypeArguments(node) ||
      ts.isTypeQueryNode(node) ||
      ts.isImportTypeNode(node);
    if (isName) {
      const name = ts.isTypeReferenceNode(node)
        ? node.typeName
        : ts.isExpressionWithTypeArguments(node)
          ? node.expression
          : ts.isTypeQueryNode(node)
            ? node.exprName
            : (node.qualifier ?? node);
      const symbol = checker.getSymbolAtLocation(name);
      const isParameter = symbol !== undefined && symbol.flags & ts.SymbolFlags.TypeParameter;
      if (symbol !== undefined && !isParameter) reach(original(symbol), direction);
    }
    ts.forEachChild(node, (child) => follow(child, direction));
  };

  const print = (node: ts.Node): string =>
    printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile());

  /** `name` of `{ readonly name: 'ready'; … }`, by which the variants of a union are told apart; null if there is none. */
  const variantOf = (type: ts.TypeNode): string | null => {
    if (ts.isParenthesizedTypeNode(type)) return variantOf(type.type);
    const parts: readonly ts.TypeNode[] = ts.isIntersectionTypeNode(type) ? type.types : [type];
    const [first] = parts.filter(ts.isTypeLiteralNode).flatMap(({ members }) => [...members]);
    return first !== undefined &&
      ts.isPropertySignature(first) &&
      first.type !== undefined &&
      ts.isLiteralTypeNode(first.type)
      ? `{${print(first.type)}}`
      : null;
  };

  const add = (
    direction: Direction,
    name: string,
    type: ts.Node | undefined,
    optional = false,
  ): void => {
    if (type === undefined) return void entries.push(entryOf(direction, name, '', optional));
    if (ts.isParenthesizedTypeNode(type)) return add(direction, name, type.type, optional);
    if (ts.isUnionTypeNode(type)) {
      const variants = type.types.map((it) => ({ it, variant: variantOf(it) }));
      const shape = variants.map(({ it, variant }) => variant ?? print(it)).join(' | ');
      entries.push(entryOf(direction, name, shape, optional));
      for (const { it, variant } of variants)
        if (variant !== null) add(direction, name + variant, it);
      return;
    }
    const parts = ts.isIntersectionTypeNode(type) ? type.types : [type];
    const literals = parts.filter(ts.isTypeLiteralNode);
    const others = parts.filter((part) => !ts.isTypeLiteralNode(part)).map(print);
    const shape = [...others, ...(literals.length > 0 ? ['{}'] : [])].join(' & ');
    entries.push(entryOf(direction, name, shape, optional));
    for (const { members } of literals) addMembers(direction, name, members);
  };

  const addSignature = (
    direction: Direction,
    name: string,
    node: ts.SignatureDeclaration,
    isOptional = false,
  ): void => {
    add(direction, name, node.type, isOptional);
    for (const [index, parameter] of node.parameters.entries()) {
      const { type, questionToken, initializer, dotDotDotToken } = parameter;
      const optional = [questionToken, initializer, dotDotDotToken].some((it) => it !== undefined);
      add(opposite[direction], `${name}(${index + 1})`, type, optional);
    }
  };

  const addMembers = (
    direction: Direction,
    owner: string,
    members: readonly (ts.TypeElement | ts.ClassElement)[],
  ): void => {
    const seen = new Map<string, number>();
    for (const member of members) {
      if (hasModifier(member, ...HIDDEN) || member.name?.kind === ts.SyntaxKind.PrivateIdentifier)
        continue;
      const isStatic = hasModifier(member, ts.SyntaxKind.StaticKeyword);
      const name = member.name === undefined ? ts.SyntaxKind[member.kind] : print(member.name);
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      const overload = count === 1 || ts.isAccessor(member) ? '' : `#${count}`;
      const full = `${owner}.${isStatic ? 'static ' : ''}${name}${overload}`;
      const optional = 'questionToken' in member && member.questionToken !== undefined;
      const isSettable =
        ts.isPropertyDeclaration(member) && !hasModifier(member, ts.SyntaxKind.ReadonlyKeyword);
      if (ts.isSetAccessor(member)) add('in', `${full} =`, member.parameters[0]?.type);
      else if (ts.isGetAccessor(member)) add('out', full, member.type);
      else if (ts.isPropertySignature(member) || ts.isPropertyDeclaration(member))
        add(
          isSettable ? 'both' : direction,
          full,
          member.type ?? (ts.isPropertyDeclaration(member) ? member.initializer : undefined),
          optional,
        );
      else if (ts.isFunctionLike(member)) addSignature(direction, full, member, optional);
      else entries.push(entryOf(direction, full, print(member)));
    }
  };

  const generic = (node: { typeParameters?: ts.NodeArray<ts.TypeParameterDeclaration> }): string =>
    node.typeParameters === undefined ? '' : `<${node.typeParameters.map(print).join(', ')}>`;

  const addDeclaration = (
    direction: Direction,
    name: string,
    node: ts.Node,
    count: number,
  ): void => {
    if (ts.isFunctionDeclaration(node))
      addSignature('out', `${name}${count === 1 ? '' : `#${count}`}`, node);
    else if (ts.isVariableDeclaration(node)) {
      if (node.type !== undefined && ts.isFunctionTypeNode(node.type))
        addSignature('out', name, node.type);
      else add('out', name, node.type ?? node.initializer);
    } else if (ts.isTypeAliasDeclaration(node)) {
      const type = node.type;
      if (ts.isFunctionTypeNode(type)) addSignature(direction, name, type);
      else add(direction, `${name}${generic(node)}`, type);
    } else if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) {
      const isClass = ts.isClassDeclaration(node);
      const full = `${isClass ? 'class ' : ''}${name}`;
      const bases = (node.heritageClauses ?? []).map(print).join(' ');
      entries.push(entryOf(isClass ? 'out' : direction, full, `${generic(node)} ${bases}`));
      addMembers(isClass ? 'out' : direction, full, node.members);
    }
  };

  for (const [entry, file] of typed) {
    const source = program.getSourceFile(join(root, file));
    if (source === undefined) throw new Error(`${entry} has no declarations at ${file}`);
    const [same = entry] = typed.find((it) => it[1] === file) ?? [];
    if (same !== entry) {
      entries.push(entryOf('out', `exports of ${entry}`, `as ${same}`));
      continue;
    }
    const module = checker.getSymbolAtLocation(source);
    // The compiler's order follows the imports of the build.
    const names = module === undefined ? [] : checker.getExportsOfModule(module);
    for (const exported of names.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const symbol = original(exported);
      entries.push(
        entryOf(
          'out',
          `export ${entry} ${exported.name}`,
          symbol.name === exported.name ? '' : symbol.name,
        ),
      );
      if (symbol.flags & ts.SymbolFlags.Value) reach(symbol, 'out');
      else types.add(symbol);
    }
    for (const statement of source.statements.filter(ts.isModuleDeclaration)) {
      entries.push(entryOf('out', `augments ${entry} ${statement.name.text}`, print(statement)));
      follow(statement, 'in');
    }
  }
  const followAll = (): void => {
    for (let next = todo.pop(); next !== undefined; next = todo.pop())
      for (const node of next.symbol.declarations ?? []) follow(node, next.direction);
  };
  followAll();
  // Nothing says who builds and who reads these.
  for (const symbol of types) if (!directions.has(symbol)) reach(symbol, 'both');
  followAll();

  const reached = [...directions].filter(([{ name }]) => !IN_MANIFEST.includes(name));
  const named = reached.map(([symbol, found]) => {
    const [node] = symbol.declarations ?? [];
    const isAlone = reached.filter(([{ name }]) => name === symbol.name).length === 1;
    const file =
      node === undefined ? '' : relative(join(root, 'dist'), node.getSourceFile().fileName);
    const name = isAlone ? symbol.name : `${symbol.name} of ${file.replace(/\.d\.ts$/, '')}`;
    const [first = 'both', ...others] = found;
    return { symbol, name, direction: others.length === 0 ? first : 'both' } as const;
  });
  for (const { symbol, name, direction } of named.sort((one, other) =>
    one.name < other.name ? -1 : 1,
  ))
    for (const [index, node] of (symbol.declarations ?? []).entries())
      addDeclaration(direction, name, node, index + 1);
  return entries;
};
