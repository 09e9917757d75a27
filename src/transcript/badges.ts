/** Badges, which distinguish speakers without relying on colour. */
import { charactersOf } from './characters.js';
import { speakersIn, type NamedSpeaker, type SpeakerIdentities, type Spoken } from './speakers.js';

export interface Speaker extends NamedSpeaker {
  /** One to three characters, unique per speaker. Empty for null. */
  readonly badge: string;
}

const firstGraphemes = (text: string, count: number): string =>
  charactersOf(text).slice(0, count).join('').toLocaleUpperCase();

/** Possible badges for a name, best first. Names such as `Speaker 1` differ only in their number. */
function* candidates(name: string): Generator<string> {
  const words = name.split(/[\s_.,;:/-]+/u).filter((word) => word !== '');
  const first = words[0] ?? name;
  const last = words.at(-1) ?? name;
  const number = /(\d{1,3})$/.exec(name)?.[1];
  if (number !== undefined) yield String(Number(number));
  yield words.length > 1
    ? firstGraphemes(first, 1) + firstGraphemes(last, 1)
    : firstGraphemes(first, 1);
  yield firstGraphemes(first, 2);
}

const badgeOf = (name: string, index: number, taken: ReadonlySet<string>): string => {
  for (const badge of candidates(name)) if (badge !== '' && !taken.has(badge)) return badge;
  let number = index + 1;
  while (taken.has(String(number))) number += 1;
  return String(number);
};

/** The speakers in order of appearance, with badges. See `speakersIn`. */
export const listSpeakers = (
  spoken: Spoken,
  identities?: SpeakerIdentities,
): readonly Speaker[] => {
  const speakers = speakersIn(spoken, identities);
  const badges = new Map<string | null, string>([[null, '']]);
  const taken = new Set<string>();
  const take = (name: string | null, badge: string): void => {
    badges.set(name, badge);
    taken.add(badge);
  };
  for (const { name, number } of speakers) if (number !== null) take(name, String(number));
  // In order of index, so that a new speaker does not take the badge of an old one.
  for (const { name, index } of [...speakers].sort((one, other) => one.index - other.index))
    if (name !== null && !badges.has(name)) take(name, badgeOf(name, index, taken));
  return speakers.map((speaker) => ({ ...speaker, badge: badges.get(speaker.name) ?? '' }));
};
