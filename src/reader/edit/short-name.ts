/** Graphemes of a name that is shown whole, and those at both ends of a longer one. */
const WHOLE = 32;
const START = 17;
const END = 13;

/** Shortens a long name in the middle, because long names often differ at their end. */
export const shortName = (name: string): string => {
  const letters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
  if (letters.length <= WHOLE) return name;
  return `${letters.slice(0, START).join('').trimEnd()}…${letters.slice(-END).join('').trimStart()}`;
};
