/**
 * What is heard when a line is clicked, measured in the sound that the browser plays. The pitch of the recordings tells
 * the time: 300 Hz at the start, and 30 Hz more each second.
 */
import { expect } from '@open-wc/testing';
import '../../src/index.js';
import type { AudioTranscribe } from '../../src/index.js';
import { makeElement, readSettings, until } from '../support/element.js';
import { waitUntil } from '../support/wait-until.js';

const settings = await readSettings();

const SECONDS = 60;
/** Every tenth line of the transcript, which has a line for each second. The order needs seeks in both directions. */
export const EVERY_TENTH = [35, 5, 55, 15, 45, 25];
/** Fewer of them, at the start, in the middle and at the end. */
export const SOME = [45, 5, 55];

/** In seconds. */
const MOST = 0.2;

const data = (late = 0) => ({
  text: '',
  language: 'en',
  duration: SECONDS + late,
  segments: Array.from({ length: SECONDS }, (_, at) => ({
    ...{ speaker: 'Anna', start_ms: at * 1000, end_ms: at * 1000 + 990, text: `Line ${at}.` },
  })),
});

export const show = async (late = 0): Promise<AudioTranscribe> => {
  const element = await makeElement(settings);
  const task = { transcription_id: 'tone', status: 'SUCCESS', data: data(late) };
  element.backend = { submit: () => Promise.resolve(task), query: () => Promise.resolve(task) };
  return element;
};

export const ready = async (element: AudioTranscribe): Promise<void> => {
  await until(element, 'ready', 'failed');
  expect(element.error?.message).to.equal(undefined);
};

/** The frequency with the most power, in Hz, and the part of all power that it has, from 0 to 1. */
const pitchOf = (samples: Float32Array, rate: number) => {
  const shaped = samples.map(
    (sample, at) => sample * (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / samples.length)),
  );
  const all = shaped.reduce((sum, sample) => sum + sample ** 2, 0);
  /** Goertzel's algorithm: the power of one frequency, without a sine for each sample. */
  const power = (hertz: number): number => {
    const twice = 2 * Math.cos((2 * Math.PI * hertz) / rate);
    let [last, before] = [0, 0];
    for (const sample of shaped) {
      const next = sample + twice * last - before;
      before = last;
      last = next;
    }
    return last ** 2 + before ** 2 - twice * last * before;
  };
  const loudest = (from: number, to: number, step: number): number => {
    let [best, most] = [0, -1];
    for (let hertz = from; hertz <= to; hertz += step) {
      const here = power(hertz);
      if (here > most) [best, most] = [hertz, here];
    }
    return best;
  };
  const roughly = loudest(200, 300 + 30 * (SECONDS + 4), 4);
  const hertz = loudest(roughly - 4, roughly + 4, 0.5);
  // A tone of this length and shape has a third of this product.
  return { hertz, purity: (power(hertz) / (all * samples.length)) * 3 };
};

/**
 * Sends all samples to the page. Unlike a script processor, it leaves none out while the page is busy. A message comes
 * back as null after all samples that were played before it.
 */
const TAP = `registerProcessor('tap', class extends AudioWorkletProcessor {
  constructor() {
    super();
    this.port.onmessage = () => this.port.postMessage(null);
  }
  process([[samples]]) {
    this.port.postMessage(samples ? samples.slice() : new Float32Array(128));
    return true;
  }
});`;

/** In seconds. */
const PIECE = 0.06;
/** More than half of 17 pieces is 0.5 s. On a busy machine, WebKitGTK first played 0.3 s of the place before. */
const PIECES = 17;
/** In seconds. How well two pieces in a row fit together if the sound did not jump between them. */
const FIT = 0.03;

/**
 * When the line began, in seconds, by the times that clear pieces of the sound told. What WebKitGTK plays of the place
 * before does not count. It may also play the first tenth of a second twice, so the earliest time is the start.
 */
const startOf = (told: readonly number[]): number => {
  const most = [...told].sort((one, other) => one - other)[Math.floor(PIECES / 2)] ?? NaN;
  const ofLine = told.filter(
    (time, at) => Math.abs(time - most) < 1 && Math.abs((told[at + 1] ?? NaN) - time - PIECE) < FIT,
  );
  // A piece tells the time of its middle, and the first half piece is left out.
  return Math.min(...ofLine) - PIECE;
};

/** Listens to what an audio element plays. */
const listenTo = async (audio: HTMLAudioElement) => {
  const context = new AudioContext();
  await context.resume();
  const { sampleRate } = context;
  await context.audioWorklet.addModule(
    URL.createObjectURL(new Blob([TAP], { type: 'text/javascript' })),
  );
  const tap = new AudioWorkletNode(context, 'tap');
  const silence = context.createGain();
  silence.gain.value = 0;
  context.createMediaElementSource(audio).connect(tap).connect(silence);
  silence.connect(context.destination);
  const blocks = async (onBlock: (block: Float32Array | null) => boolean): Promise<void> =>
    new Promise((resolve) => {
      tap.port.onmessage = ({ data: block }: MessageEvent<Float32Array | null>) => {
        if (!onBlock(block)) return;
        tap.port.onmessage = null;
        resolve();
      };
    });
  /** Resolves once the page has all samples that were played before the call. */
  const played = async (): Promise<void> => {
    tap.port.postMessage('played?');
    await blocks((block) => block === null);
  };
  const isLoud = (sample: number): boolean => Math.abs(sample) > 0.05;
  return {
    /** Resolves after half a second without sound. What was played before the call does not count: it may have gaps. */
    async silent(): Promise<void> {
      await played();
      let quiet = 0;
      await blocks((block) => {
        quiet = block === null || block.some(isLoud) ? 0 : quiet + block.length;
        return quiet > sampleRate / 2;
      });
    },
    /** When the line began that is heard now, in seconds. Gaps are left out. */
    async heard(): Promise<number> {
      const samples: number[] = [];
      const length = Math.round(PIECE * sampleRate);
      let next = Math.round(0.03 * sampleRate);
      const told: number[] = [];
      await blocks((block) => {
        if (block?.some(isLoud) === true) samples.push(...block);
        if (samples.length < next + length) return false;
        const { hertz, purity } = pitchOf(
          Float32Array.from(samples.slice(next, next + length)),
          sampleRate,
        );
        if (purity > 0.4) told.push((hertz - 300) / 30);
        next += length;
        return told.length === PIECES;
      });
      return startOf(told);
    },
    close: () => context.close(),
  };
};

const clickLine = (element: AudioTranscribe, line: number): void => {
  const found = [...element.renderRoot.querySelectorAll<HTMLElement>('[part~="segment"]')].find(
    ({ textContent }) => textContent.trim() === `Line ${line}.`,
  );
  if (found === undefined) throw new Error(`There is no line ${line}.`);
  found.click();
};

const audioOf = (element: AudioTranscribe): HTMLAudioElement => {
  const audio = element.renderRoot.querySelector('audio');
  if (audio === null) throw new Error('There is no audio.');
  return audio;
};

/** Resolves once a copy is played in place of the address. Until then, the browser may play from there. */
export const copied = async (element: AudioTranscribe): Promise<void> =>
  waitUntil(() => audioOf(element).src.startsWith('blob:'), 'there is no copy');

/** How much later than its line each clicked line is heard, in seconds. */
const differences = async (
  element: AudioTranscribe,
  late: number,
  clicked: readonly number[],
): Promise<number[]> => {
  const audio = audioOf(element);
  // Chance must not decide whether the first click comes before the audio does.
  await waitUntil(() => audio.readyState > 0, 'the audio is not loaded');
  const ear = await listenTo(audio);
  const found: number[] = [];
  for (const line of clicked) {
    audio.pause();
    await ear.silent();
    clickLine(element, line);
    found.push((await ear.heard()) + late - line);
  }
  await ear.close();
  return found;
};

/** A row for each file that was checked. */
export const rows: string[] = [];

/** Clicks lines, and compares what is heard with them. `late`: seconds of silence before the tone. */
export const check = async (
  name: string,
  element: AudioTranscribe,
  late = 0,
  clicked: readonly number[] = EVERY_TENTH,
): Promise<void> => {
  const found = await differences(element, late, clicked);
  const most = Math.max(...found.map(Math.abs));
  rows.push(`${name}: ${most.toFixed(2)} s`);
  expect(most, `${name}: ${found.map((one) => one.toFixed(2)).join(' ')}`).to.be.below(MOST);
  const problems = [
    ...element.renderRoot.querySelectorAll<HTMLElement>('[part~="error-message"]'),
  ].filter(({ hidden }) => !hidden);
  expect(problems.map(({ textContent }) => textContent.trim())).to.deep.equal([]);
};
