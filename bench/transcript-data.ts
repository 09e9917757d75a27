import { normaliseTranscript, toTurns, type Transcript } from '../src/transcript/index.js';

/** `talk`: four speakers with turns of one to eight segments; `single`: another speaker for each segment. */
export type Shape = 'talk' | 'single';

const WORDS =
  'the harbour committee has now heard what we were told about those costs and it is not going to be any easier from here since nobody asked them'.split(
    ' ',
  );
const SPEAKERS = ['Anna Berg', 'Bob', 'Carla Dietrich', 'Dan'];

/** Pseudo-random numbers from 0 to 1, the same in every run. */
export const seeded = (seed: number): (() => number) => {
  let word = seed >>> 0;
  return () => {
    word = (Math.imul(word, 1_664_525) + 1_013_904_223) >>> 0;
    return word / 2 ** 32;
  };
};

const sentence = (random: () => number): string => {
  const length = 40 + random() * 100;
  let text = '';
  while (text.length < length) text += ` ${WORDS[Math.floor(random() * WORDS.length)] ?? ''}`;
  return `${text.trim()}.`;
};

/** About 90 characters and five seconds per segment. */
export const makeTranscript = (count: number, shape: Shape): Transcript => {
  const random = seeded(20_261_121);
  let speaker = 0;
  let left = 0;
  const segments = Array.from({ length: count }, (_, index) => {
    if (left <= 0) {
      left = shape === 'single' ? 1 : 1 + Math.floor(random() * 8);
      speaker += 1 + Math.floor(random() * (SPEAKERS.length - 1));
    }
    left -= 1;
    const start_ms = index * 5_000;
    const name = SPEAKERS[speaker % SPEAKERS.length];
    return { speaker: name, start_ms, end_ms: start_ms + 4_900, text: sentence(random) };
  });
  return normaliseTranscript({ language: 'en', duration: count * 5, segments });
};

/** The same rows and turns as in the reader, as static HTML. */
export const plainMarkup = (transcript: Transcript): string => {
  const escaped = (text: string): string => text.replace(/[&<]/g, (it) => `&#${it.charCodeAt(0)};`);
  const { turns } = toTurns(transcript);
  const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 19);
  return turns
    .map(({ speaker, first, end }) => {
      const rows = transcript.segments
        .slice(first, end)
        .map(
          ({ start_ms, text }, at) =>
            `<li class="segment" part="segment" data-index="${first + at}"><button type="button" class="time tabular" part="segment-time" aria-label="Play from ${clock(start_ms)}" tabindex="-1">${clock(start_ms)}</button><p class="text" part="segment-text" dir="auto">${escaped(text)}</p></li>`,
        );
      return `<section class="turn speaker-${speaker.index + 1} badge-round" part="turn"><h3 class="heading" part="turn-heading"><span class="badge" part="speaker-badge" aria-hidden="true">${speaker.badge}</span><span class="name" part="speaker-name"><bdi>${escaped(speaker.name ?? '')}</bdi></span></h3><ol class="segments" part="segments" role="list">${rows.join('')}</ol></section>`;
    })
    .join('');
};
