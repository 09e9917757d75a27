import { normaliseTranscript, type Transcript } from '../src/transcript/transcript.js';
import { toParagraphs, toTurns } from '../src/transcript/turns.js';

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

/** The same turns, paragraphs and segments as in the reader, as static HTML. */
export const plainMarkup = (transcript: Transcript): string => {
  const escaped = (text: string): string => text.replace(/[&<]/g, (it) => `&#${it.charCodeAt(0)};`);
  const { segments } = transcript;
  const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 19);
  const time = (ms: number): string =>
    `<button type="button" class="time tabular" part="segment-time" aria-label="Play from ${clock(ms)}" tabindex="-1">${clock(ms)}</button>`;
  const { turns } = toTurns(transcript);
  return turns
    .map((turn) => {
      const { speaker } = turn;
      const name = escaped(speaker.name ?? '');
      const paragraphs = toParagraphs(segments, turn).map(({ first, end }) => {
        const spans = segments
          .slice(first, end)
          .map(
            ({ text }, at) =>
              `<span class="segment text" part="segment" data-index="${first + at}">${escaped(text)}</span>`,
          );
        const start = first === turn.first ? '' : time(segments[first]?.start_ms ?? 0);
        return `<p class="paragraph" dir="ltr">${start}${spans.join(' ')}</p>`;
      });
      return `<section class="turn speaker-${speaker.index + 1} badge-round" part="turn"><div class="heading"><h3 class="who"><span class="badge" part="speaker-badge" aria-hidden="true">${speaker.badge}</span><bdi class="name" part="speaker-name">${name}</bdi></h3><button type="button" class="rename" aria-label="Rename ${name}" tabindex="-1"></button>${time(turn.start_ms)}</div>${paragraphs.join('')}</section>`;
    })
    .join('');
};
