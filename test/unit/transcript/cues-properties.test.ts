import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import { exportTranscript } from '../../../src/transcript/exports/export-transcript.js';
import { toCues, type Cue } from '../../../src/transcript/exports/cues.js';
import { normaliseTranscript } from '../../../src/transcript/transcript.js';
import { oneLine } from '../../../src/transcript/plain-text.js';
import { transcripts } from './arbitraries.js';
import { seededRuns } from '../../support/seeded-runs.js';

const cuesFrom = (language: string, text: string, seconds: number): readonly Cue[] =>
  toCues(
    normaliseTranscript({ language, segments: [{ start_ms: 0, end_ms: seconds * 1000, text }] }),
  );

const withoutBlanks = (text: string): string => oneLine(text).replace(/\s/g, '');

/** Sample text in scripts with and without spaces. */
const VOCABULARY: Readonly<Record<string, readonly string[]>> = {
  en: ['well', 'I', 'think,', 'so.', 'It', 'costs', '3.50', '(about)', '“yes”', 'don’t', 'really?'],
  de: ['Donaudampfschifffahrtsgesellschaft', 'ist', 'lang;', 'sehr', 'lang.', '„Ja“,'],
  fr: ['Bonjour', '!', '«', 'oui', '»', 'n’est-ce', 'pas', '?', 'vraiment', ':'],
  ja: ['今日', 'は', '、', '「', '東京タワー', '」', 'に', '行った', '。', 'ちょっと', 'ー', '！'],
  zh: ['今天', '天气', '，', '（', '非常', '）', '好', '。', '公园', '￥100', '：', '我们'],
  th: ['สวัสดี', 'ครับ', ' ', 'วันนี้', 'อากาศ', 'ดี', 'มาก', 'ๆ', 'เร็ว'],
  ar: ['مرحبا،', 'كيف', 'حالك؟', 'أنا', 'بخير', 'شكرا.'],
  hi: ['नमस्ते', 'दुनिया।', 'क्या', 'हाल', 'है?'],
  emoji: ['👩‍👩‍👧‍👦', '👍🏽', 'é', '🇫🇷', 'ok', '.'],
};

const speech = fc.constantFrom(...Object.keys(VOCABULARY)).chain((language) =>
  fc.record({
    language: fc.constant(language),
    text: fc
      .array(fc.constantFrom(...(VOCABULARY[language] ?? [])), { minLength: 1, maxLength: 120 })
      .map((words) => words.join(/^(?:ja|zh|th)$/.test(language) ? '' : ' '))
      .filter((text) => text.trim() !== '')
      // A row of marks that fills a line is split: see the examples.
      .filter((text) => !/(?:[!?»:] ){12}/.test(text)),
    seconds: fc.integer({ min: 1, max: 120 }),
  }),
);

/** Spaces where a line may not break: after an opening mark or before a closing mark. */
const BOUND_SPACE = /(?<=[(“«「（￥„])\s|\s(?=[,.!?;:)”’»…])/gu;

/** Terminal columns, with a wide character counted as 42 / 16 columns: accurate enough for VOCABULARY. */
const columns = (line: string): number =>
  [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(line)].reduce(
    (sum, { segment }) =>
      sum +
      (/^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{Emoji_Presentation}\u3000-\u303fー\uff01-\uffe6]/u.test(
        segment,
      )
        ? 42 / 16
        : 1),
    0,
  );

describe('toCues for any transcript', () => {
  it('keeps all text in order, and sorts the cues, for any transcript', () => {
    fc.assert(
      fc.property(transcripts, (transcript) => {
        const cues = toCues(transcript);
        cues.forEach((cue, at) => {
          assert.ok(cue.start_ms >= (cues[at - 1]?.start_ms ?? 0));
          assert.ok(Number.isInteger(cue.start_ms) && Number.isInteger(cue.end_ms));
          assert.ok(cue.lines.length > 0);
          for (const line of cue.lines) assert.match(line, /^\S(?:[^\n]*\S)?$/u);
        });
        assert.deepEqual(
          cues.flatMap(({ segments, part }) => (part === 0 ? segments : [])).sort((a, b) => a - b),
          [...transcript.segments.keys()],
        );
        for (const { segments } of cues.filter(({ part }) => part === 0)) {
          const own = cues.filter((cue) => cue.segments[0] === segments[0]);
          assert.deepEqual(
            own.map(({ part, parts }) => [part, parts]),
            own.map((_, part) => [part, own.length]),
          );
          const said = segments.map((index) => transcript.segments[index]);
          for (const one of said) assert.equal(one?.speaker, own[0]?.speaker);
          assert.equal(
            withoutBlanks(own.flatMap(({ lines }) => lines).join(' ')),
            withoutBlanks(said.map((one) => one?.text).join(' ')),
          );
        }
      }),
    );
  });

  /** People who talk at once, interrupt each other, and whose lines are too short or overlap. */
  const talks = fc
    .array(
      fc.record({
        speaker: fc.constantFrom('A', 'B', undefined),
        pause: fc.constantFrom(0, 0, -300, -1500, 200, 400, 2500),
        length: fc.oneof(
          fc.constant(0),
          fc.integer({ min: 0, max: 1200 }),
          fc.integer({ max: 9000 }),
        ),
        words: fc.array(fc.constantFrom(...(VOCABULARY['en'] ?? [])), {
          minLength: 1,
          maxLength: 25,
        }),
      }),
      { minLength: 1, maxLength: 12 },
    )
    .map((said) => {
      let at = 0;
      return said.map(({ speaker, pause, length, words }) => {
        const start_ms = Math.max(0, at + pause);
        at = start_ms + Math.max(0, length);
        return { speaker, start_ms, end_ms: at, text: words.join(' ') };
      });
    })
    .map((segments) => normaliseTranscript({ language: 'en', segments }));

  it('shows each cue in a picture of the video, and no two of one speaker at a time', () => {
    fc.assert(
      fc.property(fc.oneof(talks, transcripts), (transcript) => {
        const ends = new Map<string | undefined, number>();
        for (const { start_ms, end_ms, speaker } of toCues(transcript)) {
          assert.ok(end_ms - start_ms >= 40);
          assert.ok(start_ms >= (ends.get(speaker) ?? 0));
          ends.set(speaker, end_ms);
        }
      }),
    );
  });

  it('leaves no pause beside a cue of less than a second', () => {
    fc.assert(
      fc.property(talks, (transcript) => {
        const cues = toCues(transcript);
        cues.forEach((cue) => {
          if (cue.end_ms - cue.start_ms >= 1000) return;
          const shown = JSON.stringify(cue);
          const isFollowed = cues.some(
            (other) => other !== cue && other.start_ms <= cue.end_ms && other.end_ms > cue.end_ms,
          );
          assert.ok(isFollowed, `a pause after ${shown}`);
          const before = cues.filter(({ start_ms }) => start_ms < cue.start_ms);
          const reached = Math.max(0, ...before.map(({ end_ms }) => end_ms));
          assert.ok(cue.start_ms <= reached, `a pause before ${shown}`);
        });
      }),
    );
  });

  it('leaves no short cue whose words fit into the one before or after it, of the same speaker', () => {
    fc.assert(
      fc.property(talks, (transcript) => {
        const cues = toCues(transcript);
        cues.slice(1).forEach((other, at) => {
          const one = cues[at];
          const isShort = [one, other].some((cue) => cue && cue.end_ms - cue.start_ms < 1000);
          const isSame = one && one.speaker === other.speaker && one.end_ms >= other.start_ms;
          if (!isShort || !isSame) return;
          // Somebody else who still speaks keeps it from beginning earlier by a part of a second.
          const isBesideOthers = cues.some(
            ({ speaker, start_ms, end_ms }) =>
              speaker !== one.speaker && start_ms < other.start_ms && end_ms >= other.start_ms,
          );
          if (isBesideOthers) return;
          const both = cuesFrom('en', [...one.lines, ...other.lines].join(' '), 5);
          assert.ok(both.length > 1, JSON.stringify([one, other]));
        });
      }),
    );
  });

  it('respects the limits of lines, line length and duration in every script', () => {
    fc.assert(
      fc.property(speech, ({ language, text, seconds }) => {
        const cues = cuesFrom(language, text, seconds);
        for (const { lines, start_ms, end_ms } of cues) {
          assert.ok(lines.length <= 2, lines.join(' | '));
          for (const line of lines) assert.ok(columns(line) <= 42.001 || !line.includes(' '), line);
          const said = lines.reduce((sum, line) => sum + columns(line), 0);
          const one = lines.length === 1 && !/\s/.test((lines[0] ?? '').replace(BOUND_SPACE, ''));
          assert.ok(end_ms - start_ms <= 7000 || said <= 20 || one, lines.join(' | '));
        }
        const lines = cues.flatMap((cue) => cue.lines);
        for (const line of lines.slice(1))
          assert.doesNotMatch(line, /^[,.!?;:)”’»、。，：！」）ーっゃゅょๆ।؟،]/u);
        for (const line of lines.slice(0, -1)) assert.doesNotMatch(line, /[(“«「（￥„]$/u);
      }),
      { numRuns: seededRuns(100, 1_000) },
    );
  });

  const named = fc.record({
    names: fc.array(
      fc.constantFrom(
        'Al',
        'Professor Higgins',
        'Maximiliane Hohenstein-Rothenburg',
        'دنة',
        '東京',
      ),
      { minLength: 1, maxLength: 3 },
    ),
    said: fc.array(
      fc.record({
        start: fc.integer({ min: 0, max: 20_000 }),
        length: fc.integer({ min: 400, max: 20_000 }),
        words: fc.array(fc.constantFrom(...(VOCABULARY['en'] ?? [])), {
          minLength: 1,
          maxLength: 60,
        }),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  });

  it('writes each name within the lines, and no line over 42 characters, also if people interrupt', async () => {
    await fc.assert(
      fc.asyncProperty(named, async ({ names, said }) => {
        const segments = said.map(({ start, length, words }, at) => ({
          speaker: names[at % names.length],
          start_ms: start,
          end_ms: start + length,
          text: words.join(' '),
        }));
        const { content } = await exportTranscript(normaliseTranscript({ segments }), 'srt');
        const cues = String(content).trimEnd().split('\n\n');
        for (const cue of cues) {
          const [, , ...lines] = cue.split('\n');
          assert.ok(lines.length >= 1 && lines.length <= 2, cue);
          for (const line of lines) assert.ok(columns(line) <= 42.001, line);
        }
        const used = new Set(segments.map(({ speaker }) => speaker));
        for (const name of used)
          assert.ok(
            cues.some((cue) => cue.split('\n')[2]?.startsWith(`${name}:`)),
            name,
          );
      }),
    );
  });

  it('never splits a grapheme', () => {
    fc.assert(
      fc.property(speech, ({ language, text, seconds }) => {
        const source = withoutBlanks(text);
        const whole = new Set(
          Array.from(
            new Intl.Segmenter(language === 'emoji' ? 'en' : language).segment(source),
            ({ index }) => index,
          ),
        );
        let at = 0;
        for (const line of cuesFrom(language, text, seconds).flatMap(({ lines }) => lines)) {
          assert.ok(whole.has(at), `${line} begins inside a character`);
          at += withoutBlanks(line).length;
        }
        assert.equal(at, source.length);
      }),
    );
  });
});
