/** The public surface of a package as lines of text, such as `TaskName: readonly userId: string;`, and its changes. */

/** In the order of the file. */
export type Surface = readonly string[];

const HEADING = `# The public surface of the package: package.json, the element, the routes, and what the compiler declares.
# \`npm run api\` writes this file from a new build. CONTRIBUTING.md says when.
`;

export const textOf = (surface: Surface): string => `${HEADING}${surface.join('\n')}\n`;

export const parseSurface = (text: string): Surface =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

/** What a line is about, such as `TaskName.userId`, `export ./server.js openSealedId` or `attribute compact`. */
const nameOf = (line: string): string => {
  const [, owner = '', text = ''] = /^(.+?)(?:: (.*))?$/.exec(line) ?? [];
  const [, member] =
    /^(?:(?:readonly|static|abstract|get|set) )*['"]?([\w$-]+)['"]?\??[:(<]/.exec(text) ?? [];
  return member === undefined ? owner : `${owner}.${member}`;
};

/** The words by which a changelog may name it: of `HandlerLimits.timeoutMs`, both parts and the whole. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/^(?:custom property|(?:export|augments) \S+|route \w+|[a-z]+) (?=\S)/, '')
    .split(' ')
    .flatMap((word) => (word.startsWith('.') ? [word] : [word, ...word.split('.')]));

/** The lines that `other` does not have, or not as often. */
const without = (surface: Surface, other: Surface): Surface => {
  const counts = new Map<string, number>();
  for (const line of other) counts.set(line, (counts.get(line) ?? 0) + 1);
  return surface.filter((line) => {
    const count = counts.get(line) ?? 0;
    counts.set(line, count - 1);
    return count <= 0;
  });
};

/**
 * The changed lines whose names the topmost version of a changelog does not have between backticks: names that are gone
 * under `### Breaking`, others under any heading. `- ` and `+ ` begin a line of `before` and of `now`.
 */
export const undocumented = (
  before: Surface,
  now: Surface,
  changelog: string,
): readonly string[] => {
  const [, version = ''] = changelog.split(/^## /m);
  const namedIn = (text: string): ReadonlySet<string> =>
    new Set(
      [...text.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => [
        ...code.split(/[\s"'=(){}[\]<>,;:|]+|\.(?=\w)/),
        code,
      ]),
    );
  const breaking = namedIn(
    version
      .split(/^### /m)
      .filter((section) => /^Breaking\b/.test(section))
      .join(''),
  );
  const anywhere = namedIn(version);
  const kept = new Set(now.map(nameOf));
  const isNamed = (line: string): boolean => {
    const name = nameOf(line);
    return wordsOf(name).some((word) => (kept.has(name) ? anywhere : breaking).has(word));
  };
  return [
    ...without(before, now).map((line) => ['-', line] as const),
    ...without(now, before).map((line) => ['+', line] as const),
  ].flatMap(([sign, line]) => (isNamed(line) ? [] : [`${sign} ${line}`]));
};
