/** Twelve repairs with real keys, from the playing line. `bench/README.md` has their numbers of keys. */
import { expect, nextFrame } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { normaliseTranscript } from '../../../src/transcript/transcript.js';
import { happened, showEditable, until, wave, type ReaderHost } from './reader-support.js';

/** Three turns: two lines of Anna, one of Bob, two of Anna. */
const call = normaliseTranscript({
  language: 'en',
  duration: 10,
  segments: [
    ['Anna', 'Good morning. Yes, hello.'],
    ['Anna', 'Shall we begin?'],
    ['Bob', 'Ask Eefa to begin.'],
    ['Anna', 'Is Eefa there?'],
    ['Anna', 'Eefa, hello?'],
  ].map(([speaker = '', text = ''], at) => ({
    ...{ speaker, text, start_ms: at * 2_000, end_ms: (at + 1) * 2_000 },
  })),
});

const lines = (host: ReaderHost): readonly string[] =>
  (host.history?.current.segments ?? []).map(({ speaker, text }) =>
    text === '' ? '' : `${speaker}: ${text}`,
  );

/** Presses keys. `+` holds a key down, and counts as one more. What is in quotes is typed. Returns how many there were. */
const pressAll = async (keys: string): Promise<number> => {
  let count = 0;
  for (const key of keys.match(/“[^”]+”|\S+/g) ?? []) {
    const text = /^“(.+)”$/.exec(key)?.[1];
    const names = text === undefined ? key.split('+') : [];
    const held = names.slice(0, -1);
    for (const down of held) await sendKeys({ down });
    await sendKeys(text === undefined ? { press: names.at(-1) ?? '' } : { type: text });
    for (const up of held) await sendKeys({ up });
    // Nobody presses two keys in a frame. The editor closes in one of its own.
    for (let frame = 0; frame < 3; frame += 1) await nextFrame();
    count += text?.length ?? names.length;
  }
  return count;
};

interface Repair {
  readonly repair: string;
  /** What plays, in ms. */
  readonly at: number;
  readonly keys: string;
  readonly count: number;
  /** The changed lines, by their index. */
  readonly after: Readonly<Record<number, string>>;
}

const REPAIRS: readonly Repair[] = [
  {
    repair: 'gives the rest of a paragraph to another speaker',
    ...{ at: 1_300, keys: 'e Control+Enter 2', count: 4 },
    after: { 0: 'Anna: Good morning.', 1: 'Bob: Yes, hello.', 2: 'Bob: Shall we begin?' },
  },
  {
    repair: 'gives a paragraph to another speaker',
    ...{ at: 1_300, keys: 'e F2 2 Escape', count: 4 },
    after: { 0: 'Bob: Good morning. Yes, hello.', 1: 'Bob: Shall we begin?' },
  },
  {
    repair: 'gives a sentence within a paragraph to another speaker',
    ...{ at: 200, count: 13 },
    keys: 'e Control+Enter 2 Control+ArrowRight Control+ArrowRight Control+ArrowRight Control+Enter 1',
    // Bob speaks next, too: his words stay his.
    after: { 0: 'Bob: Good morning.', 1: 'Anna: Yes, hello.' },
  },
  {
    repair: 'gives the rest of a paragraph to somebody new',
    ...{ at: 1_300, keys: 'e Control+Enter “Cleo” Enter', count: 8 },
    after: { 0: 'Anna: Good morning.', 1: 'Cleo: Yes, hello.', 2: 'Cleo: Shall we begin?' },
  },
  {
    repair: 'renames a speaker everywhere',
    ...{ at: 4_300, keys: 'Shift+F10 c c Enter “Ben” Enter', count: 9 },
    after: { 2: 'Ben: Ask Eefa to begin.' },
  },
  {
    repair: 'joins a line with the one before',
    ...{ at: 2_300, keys: 'Shift+F10 j Enter', count: 4 },
    after: { 0: 'Anna: Good morning. Yes, hello. Shall we begin?', 1: '' },
  },
  {
    repair: 'deletes a line',
    ...{ at: 4_300, keys: 'Shift+F10 d Enter', count: 4 },
    after: { 2: '' },
  },
  {
    repair: 'replaces a word',
    ...{ at: 4_600, keys: 'e “Tom” Control+s', count: 6 },
    after: { 2: 'Bob: Ask Tom to begin.' },
  },
  {
    repair: 'adds a word',
    ...{ at: 4_600, keys: 'e ArrowLeft “him ” Control+s', count: 8 },
    after: { 2: 'Bob: Ask him Eefa to begin.' },
  },
  {
    repair: 'removes a word',
    ...{ at: 4_600, keys: 'e Delete Control+s', count: 4 },
    after: { 2: 'Bob: Ask to begin.' },
  },
  {
    repair: 'replaces a word in two places, and then wherever else it is',
    ...{ at: 4_600, count: 22 },
    keys: 'e “Aoife” Enter Control+ArrowRight ArrowRight Control+Shift+ArrowRight “Aoife ” Enter Shift+F2',
    after: {
      2: 'Bob: Ask Aoife to begin.',
      3: 'Anna: Is Aoife there?',
      4: 'Anna: Aoife, hello?',
    },
  },
  {
    repair: 'undoes a correction',
    ...{ at: 4_600, keys: 'e “Tom” Control+s Control+z', count: 8 },
    after: {},
  },
];

describe('a repair by keyboard', () => {
  for (const { repair, at, keys, count, after } of REPAIRS)
    it(`${repair}, with ${count} keys`, async () => {
      const host = await showEditable(call, wave(10));
      if (host.audio.readyState < 1) await happened(host.audio, 'loadedmetadata');
      host.seek(at);
      await until(() => host.marked.length > 0);
      host.focusLine(host.marked[0] ?? 0);
      const before = lines(host);
      expect(await pressAll(keys)).to.equal(count);
      const now = lines(host);
      expect(now).to.include.members(Object.values(after));
      expect(before).to.include.members(now.filter((line) => !Object.values(after).includes(line)));
      expect(host.shadowRoot?.activeElement).not.to.equal(null);
    });
});
