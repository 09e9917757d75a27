import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { LANGUAGES } from '../../../demo/sales/choices.js';
import { ENGLISH_FAILURES } from '../../../src/protocol/failures.js';
import { element as englishElement } from '../../../src/strings/en.js';
import { intake as englishIntake } from '../../../src/strings/en-intake.js';
import { microphone as englishMicrophone } from '../../../src/strings/en-microphone.js';
import { reader as englishReader } from '../../../src/strings/en-reader.js';
import { formatsOf } from '../../../src/strings/number-formats.js';
import { defineLanguage, languageFor, loadLanguage } from '../../../src/strings/languages.js';
import type { Translation } from '../../../src/strings/strings.js';

const TAGS = readdirSync(new URL('../../../src/strings/', import.meta.url))
  .map((file) => /^([a-z]{2}(?:-[A-Z]{2})?)\.ts$/.exec(file)?.[1] ?? 'en')
  .filter((tag) => tag !== 'en');

interface Texts {
  readonly element: object;
  readonly reader: object;
  readonly intake: object;
  readonly failures: object;
  readonly microphone: object;
}

const textsOf = (texts: Translation, tag: string): Texts => {
  const formats = formatsOf(tag);
  return {
    element: texts.element(formats),
    reader: texts.reader(formats),
    intake: texts.intake(formats),
    microphone: texts.microphone(formats),
    failures: texts.failures(formats),
  };
};

const ENGLISH: Texts = {
  element: englishElement(formatsOf('en')),
  reader: {
    ...englishReader(formatsOf('en')),
    editProblems: {
      'name-empty': 'A speaker needs a name. Type at least one character.',
      'name-too-long': 'A speaker’s name may have at most 120 characters. Shorten it.',
      'name-taken': 'Another speaker has this name already. Merge the two instead.',
      'speaker-unknown': 'This speaker is no longer in the transcript. Choose another speaker.',
      'segment-unknown': 'The transcript has no such line. Choose another one.',
      'split-misplaced': 'A line can only be split between two of its words. Choose another place.',
    },
  },
  intake: englishIntake(formatsOf('en')),
  failures: ENGLISH_FAILURES,
  microphone: englishMicrophone(formatsOf('en')),
};

/** All texts by path, such as `reader.done.renamed`. */
const flatten = (value: unknown, path = ''): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) =>
        flatten(inner, path === '' ? key : `${path}.${key}`),
      )
    : [[path, value]];

/** Texts that are the same in some languages: names, symbols, international words, and texts that are empty. */
const MAY_BE_ENGLISH =
  /^element\.(?:or|start|offer\.\w+\.hints\.nothing|pause|speed)$|^reader\.(?:pause|position|speedValue|volume|volumeValue|talkShare|talkLength|stop|shortHitOf|search|speakerName|export|text|transcript|untitled|sound|print|shortcut\.mute|views\.paragraphs|spaceKey|repeating|unmute|mute|player|done\.\w+|positionValue|summary)$|\.downloadFormat\.|^reader\.exporting\.(?:format|times|timesOf\.none)$|^intake\.convert\.sizes$/;

/** Values that no translation contains by itself. */
const WORD = 'Zqx';
const NUMBER = 7351;
const VALUES = {
  name: WORD,
  host: WORD,
  codec: WORD,
  size: 7_351_000_000,
  length: 735 * 60,
  limit: 913 * 60,
  found: { kind: 'audio', format: 'Qzx' },
  expected: 'Wvk',
  detail: 'Jhg',
  again: true,
};

type Say = (...values: readonly unknown[]) => unknown;

/** The arguments of a text's function, and what each leaves in the text. */
const ARGUMENTS: Readonly<Record<string, readonly [arguments: unknown[], ...traces: RegExp[]]>> = {
  'element.partTry': [[NUMBER, 913], /7.?351/, /913/],
  'element.partsUploaded': [[NUMBER, 913], /7.?351/, /913/],
  'microphone.deviceNumber': [[NUMBER], /7.?351/],
  'reader.back': [[NUMBER], /7.?351/],
  'reader.forward': [[NUMBER], /7.?351/],
  'reader.shortcut.back': [[NUMBER], /7.?351/],
  'reader.shortcut.forward': [[NUMBER], /7.?351/],
  'intake.convert.trackName': [[NUMBER, WORD], /7.?351/, /Zqx/],
  'reader.numberedSpeaker': [[NUMBER], /7.?351/],
  'reader.hitOf': [[NUMBER, 91_300], /7.?351/, /91.?300/],
  'reader.shortHitOf': [[NUMBER, 91_300], /7.?351/, /91.?300/],
  'reader.everywhere': [[NUMBER], /7.?351/],
  'reader.thisPassage': [[NUMBER], /7.?351/],
  'reader.speedValue': [[1.75], /1[.,]75/],
  'reader.volumeValue': [[0.29], /29/],
  'reader.readingWaveform': [[0.29], /29/],
  'reader.replacing.done': [[91_300], /91.?300/],
  'reader.replacing.again': [[91_300], /91.?300/],
  'reader.startAt': [['1:05'], /1:05/],
  'reader.done.startsAt': [['1:05'], /1:05/],
  'reader.editing.draftAt': [['1:05'], /1:05/],
  'reader.talkShare': [[0.29], /29/],
  'reader.talkLength': [[{ hours: 0, minutes: 35, seconds: 17 }], /35/, /17/],
  'reader.positionValue': [
    [
      { hours: 0, minutes: 35, seconds: 0 },
      { hours: 0, minutes: 0, seconds: 17 },
    ],
    /35/,
    /17/,
  ],
  'reader.audioMismatch': [[WORD, 'longer'], /Zqx/],
  'reader.summary': [[{ speakers: 73, duration: WORD, language: 'fo' }], /73/, /Zqx/],
};

const plain = (text: unknown): string => (Array.isArray(text) ? text.join(' · ') : String(text));

const said = (path: string, text: unknown): { text: string; traces: readonly RegExp[] } => {
  if (typeof text !== 'function') return { text: String(text), traces: [] };
  const say = text as Say;
  if (path.startsWith('failures.')) {
    const [source = ''] = String(
      Reflect.get(ENGLISH_FAILURES, path.replace('failures.', '')),
    ).split('=>');
    const traces = [
      ...(/\bname\b/.test(source) ? [/Zqx/] : []),
      ...(/\bcodec\b/.test(source) ? [/\(Zqx\)/] : []),
      ...(/\bfound\b/.test(source) ? [/Qzx/] : []),
      ...(/\bexpected\b/.test(source) ? [/Wvk/] : []),
      ...(/\bdetail\b/.test(source) ? [/Jhg/] : []),
      ...(/file-too-large/.test(path) ? [/7[.,]4/] : []),
      ...(/file-too-long/.test(path) ? [/12/, /15/] : []),
    ];
    return { text: plain(say(VALUES)), traces };
  }
  const [values, ...traces] = ARGUMENTS[path] ?? [
    [WORD, 'Wvk'].slice(0, Math.max(1, say.length)),
    /Zqx/,
    ...(say.length > 1 ? [/Wvk/] : []),
  ];
  return { text: plain(say(...values)), traces };
};

const changelog = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8');
const isReleased = !changelog.includes('## [Unreleased]');

describe('every language', () => {
  it('is offered by the demo', () => {
    assert.deepEqual(Object.keys(LANGUAGES).sort(), ['en', ...TAGS].sort());
  });

  it('is one of nineteen besides English', () => {
    assert.equal(TAGS.length, 19);
    for (const tag of TAGS) assert.equal(languageFor(tag), tag);
  });

  for (const tag of TAGS) {
    describe(tag, async () => {
      const texts = textsOf((await loadLanguage(tag)) as Translation, tag);
      const english = new Map(flatten(ENGLISH));
      const own = flatten(texts);

      it('has the same texts as English', (t) => {
        const paths = new Set(own.map(([path]) => path));
        assert.deepEqual(
          [...paths].filter((path) => !english.has(path)),
          [],
        );
        const missing = [...english.keys()].filter((path) => !paths.has(path));
        // Until a release, a new text may be shown in English.
        if (isReleased) assert.deepEqual(missing, []);
        else for (const path of missing) t.diagnostic(`${tag} lacks ${path}.`);
      });

      it('has no text in English', () => {
        const same = own.filter(([path, text]) => {
          if (MAY_BE_ENGLISH.test(path)) return false;
          return said(path, text).text === said(path, english.get(path)).text;
        });
        assert.deepEqual(
          same.map(([path]) => path),
          [],
        );
      });

      it('uses every value', () => {
        const lost = own.flatMap(([path, text]) => {
          const { text: spoken, traces } = said(path, text);
          return traces.every((trace) => trace.test(spoken)) ? [] : [`${path}: ${spoken}`];
        });
        assert.deepEqual(lost, []);
      });

      it('has a text for every plural category', () => {
        const rules = new Intl.PluralRules(tag);
        const texted = new Map<string, string>();
        const { thisPassage } = texts.reader as { thisPassage: (lines: number) => string };
        for (const count of [0, 1, 2, 3, 5, 11, 21, 100, 1_000_000]) {
          const text = thisPassage(count);
          // Arabic and Hebrew have words for one and two.
          if (count > 2) assert.match(text, /\d/, `${count}: ${text}`);
          texted.set(rules.select(count), text);
        }
        assert.ok(texted.size >= rules.resolvedOptions().pluralCategories.length - 1);
      });

      it('isolates each quoted name, if it is written from right to left', () => {
        const torn = own.flatMap(([path, text]) => {
          const { text: spoken } = said(path, text);
          // `wordFailure` isolates the names in failures.
          return !path.startsWith('failures.') && /[«״](?:Zqx|Wvk)/.test(spoken) ? [path] : [];
        });
        if (tag === 'ar' || tag === 'he') assert.deepEqual(torn, []);
      });

      it('has no placeholder left, no double space, and no straight quotes', () => {
        const wrong = own.flatMap(([path, text]) => {
          const { text: spoken } = said(path, text);
          return /#|undefined|NaN|\[object| {2}|"|\$\{/.test(spoken) ? [`${path}: ${spoken}`] : [];
        });
        assert.deepEqual(wrong, []);
      });
    });
  }
});

describe('the language of a page', () => {
  for (const [tag, name] of [
    ['de', 'de'],
    ['de-CH', 'de'],
    ['DE', 'de'],
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['zh', 'zh-CN'],
    ['zh-Hans', 'zh-CN'],
    ['zh-SG', 'zh-CN'],
    ['zh-Hant', 'zh-TW'],
    ['zh-HK', 'zh-TW'],
    ['zh-TW', 'zh-TW'],
    ['iw', 'he'],
    ['in', 'id'],
    ['en', null],
    ['en-GB', null],
    ['fo', null],
    ['', null],
    ['not a tag', null],
  ] as const) {
    it(`${tag || 'none'}: ${name ?? 'English'}`, () => assert.equal(languageFor(tag), name));
  }

  it('can be added', async () => {
    const faroese = { element: englishElement, reader: englishReader };
    defineLanguage('fo', () => Promise.resolve({ default: faroese }));
    assert.equal(languageFor('fo-FO'), 'fo');
    assert.equal(await loadLanguage('fo'), faroese);
  });

  it('is downloaded again after a failure', async () => {
    let downloads = 0;
    defineLanguage('kl', () => {
      downloads += 1;
      return downloads === 1
        ? Promise.reject(new TypeError('offline'))
        : Promise.resolve({ default: { element: englishElement, reader: englishReader } });
    });
    await assert.rejects(loadLanguage('kl'), /offline/);
    await loadLanguage('kl');
    await loadLanguage('kl');
    assert.equal(downloads, 2);
  });

  it('refuses a tag that is not one', () => {
    const load = () =>
      Promise.resolve({ default: { element: englishElement, reader: englishReader } });
    assert.throws(() => defineLanguage('not a tag', load), RangeError);
  });
});
