/**
 * The public surface of a package as lines, such as `in  PartnerHandlerOptions.clientId: string`. Each line has a
 * direction: `in` is what partners write or send, `out` what they read or receive. A name that ends with `?` is optional.
 */

export type Direction = 'in' | 'out' | 'both';

export interface Entry {
  /** What a partner writes or reads, such as `attribute service-url` or `PartnerHandlerOptions.clientId`. */
  readonly name: string;
  readonly optional: boolean;
  readonly direction: Direction;
  /** Its type or value; empty if the name says everything. */
  readonly shape: string;
}

export const entryOf = (
  direction: Direction,
  name: string,
  shape = '',
  optional = false,
): Entry => ({ name, optional, direction, shape: shape.replace(/\s+/g, ' ').trim() });

/** In the order of the file. */
export type Surface = readonly Entry[];

export interface Change {
  readonly name: string;
  /** Such as `removed part card`. */
  readonly says: string;
}

export interface Changes {
  /** Changes after which a partner's code, page or client may fail. */
  readonly breaking: readonly Change[];
  readonly added: readonly Change[];
}

const HEADING = `# The public surface of the package: a line for each name, with what it takes or gives.
# in: partners write or send it; out: they read or receive it. A name that ends with ? is optional.
# \`npm run api\` writes this file from a new build. CONTRIBUTING.md says when.
`;

export const textOf = (surface: Surface): string =>
  HEADING +
  surface
    .map(
      ({ name, optional, direction, shape }) =>
        `${direction.padEnd(4)} ${name}${optional ? '?' : ''}${shape === '' ? '' : `: ${shape}`}\n`,
    )
    .join('');

export const parseSurface = (text: string): Surface =>
  text.split('\n').flatMap((line) => {
    const [, direction, name = '', optional, shape = ''] =
      /^(in|out|both) +(.*?)(\??)(?:: (.*))?$/.exec(line) ?? [];
    return direction === undefined
      ? []
      : [{ name, optional: optional === '?', direction: direction as Direction, shape }];
  });

/** The alternatives of a union; strings and brackets are kept whole. */
const alternatives = (shape: string): readonly string[] => {
  const found: string[] = [];
  let [depth, quote, word] = [0, '', ''];
  for (const [at, letter] of [...shape].entries()) {
    if (quote !== '') quote = letter === quote ? '' : quote;
    else if (`'"\``.includes(letter)) quote = letter;
    else if ('([{<'.includes(letter)) depth += 1;
    else if (')]}'.includes(letter) || (letter === '>' && shape[at - 1] !== '=')) depth -= 1;
    // A function type takes everything to its right.
    if (letter === '>' && shape[at - 1] === '=' && depth === 0) return [shape];
    if (letter === '|' && depth === 0 && quote === '') {
      found.push(word.trim());
      word = '';
    } else word += letter;
  }
  return [...found, word.trim()].filter((it) => it !== '');
};

const includesAll = (shape: string, other: string): boolean => {
  const list = alternatives(shape);
  return alternatives(other).every((it) => list.includes(it));
};

const merged = (one: Direction, other: Direction): Direction => (one === other ? one : 'both');

/** Whether code that was written for `before` still works with `now`. */
const stillFits = (before: Entry, now: Entry): boolean => {
  const direction = merged(before.direction, now.direction);
  if (direction !== 'out' && before.optional && !now.optional) return false;
  if (direction !== 'in' && !before.optional && now.optional) return false;
  if (before.shape === now.shape) return true;
  if (direction === 'in') return includesAll(now.shape, before.shape);
  return direction === 'out' && includesAll(before.shape, now.shape);
};

/** The type, function or route that a name belongs to; null if it stands alone. */
export const ownerOf = (name: string): string | null =>
  /^(.*?)(?:\.[^.\s]+|\(\d+\)|#\d+| (?:body|header|query|path|\d{3}|default)\b.*)$/.exec(
    name,
  )?.[1] ?? null;

/** A new required member of what partners build or send: what they have today lacks it. */
const isDemanded = ({ name, optional, direction }: Entry, known: ReadonlySet<string>): boolean => {
  const owner = ownerOf(name);
  const isOfOurs = /^(?:attribute|property|method|class) /.test(name) && !/\(\d+\)/.test(name);
  return direction !== 'out' && !optional && !isOfOurs && owner !== null && known.has(owner);
};

const said = ({ name, optional, shape }: Entry): string =>
  `${name}${optional ? '?' : ''}${shape === '' ? '' : `: ${shape}`}`;

/** What has changed since `before`, without what stayed the same. */
export const compareSurfaces = (before: Surface, now: Surface): Changes => {
  const old = new Map(before.map((entry) => [entry.name, entry]));
  const owners = new Set(before.flatMap(({ name }) => [name, ownerOf(name) ?? name]));
  const names = new Set(now.map(({ name }) => name));
  const breaking: Change[] = before
    .filter(({ name }) => !names.has(name))
    .map((entry) => ({ name: entry.name, says: `removed ${said(entry)}` }));
  const added: Change[] = [];
  for (const entry of now) {
    const { name } = entry;
    const earlier = old.get(name);
    if (earlier === undefined)
      (isDemanded(entry, owners) ? breaking : added).push({ name, says: `added ${said(entry)}` });
    else if (said(earlier) !== said(entry))
      (stillFits(earlier, entry) ? added : breaking).push({
        name,
        says: `changed ${said(earlier)} to ${said(entry)}`,
      });
  }
  return { breaking, added };
};

/** The words by which a changelog may name a change: of `HandlerLimits.timeoutMs`, both parts and the whole. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/^(?:custom property|(?:export|augments) \S+|[a-z]+) (?=\S)/, '')
    .replace(/\(\d+\)|#\d+|\{[^}]*\}/g, '')
    .split(' ')
    .filter((word) => !/^(?:GET|POST|PUT|DELETE|PATCH|\d{3})$/.test(word))
    .flatMap((word) => (word.startsWith('.') ? [word] : [word, ...word.split('.')]));

/**
 * The changes that the topmost version of a changelog does not name between backticks: breaking ones under `### Breaking`,
 * others under any heading.
 */
export const undocumented = (
  { breaking, added }: Changes,
  changelog: string,
): readonly string[] => {
  const [, version = ''] = changelog.split(/^## /m);
  const sections = version.split(/^### /m);
  const namesIn = (text: string): ReadonlySet<string> =>
    new Set(
      [...text.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) =>
        code.split(/[\s"'=(){}[\]<>,;:|]+|\.(?=\w)/),
      ),
    );
  const missing = (changes: readonly Change[], names: ReadonlySet<string>, where: string) =>
    changes
      .filter(({ name }) => !wordsOf(name).some((word) => names.has(word)))
      .map(({ says }) => `${where}: ${says}`);
  const underBreaking = sections.filter((it) => /^Breaking\b/.test(it)).join('');
  return [
    ...missing(breaking, namesIn(underBreaking), '### Breaking'),
    ...missing(added, namesIn(version), 'any heading'),
  ];
};
