/** Text, controls and marks are readable with any accent, on light, dark and transparent surfaces. */
import { expect } from '@open-wc/testing';
import '../../../src/index.js';
import type { AudioTranscribe } from '../../../src/index.js';
import { control, part, sample, SERVICE, untilControl } from '../../support/element.js';

const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });

/** Red, green and blue of colours that are painted over each other, from 0 to 255. */
const painted = (...colours: readonly string[]): readonly number[] => {
  if (canvas === null) throw new Error('This browser has no 2D canvas.');
  for (const colour of colours) {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
  }
  return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
};

/** The relative luminance of WCAG 2.2. */
const luminance = (rgb: readonly number[]): number => {
  const [r = 0, g = 0, b = 0] = rgb.map((byte) => {
    const value = byte / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

const contrast = (one: readonly number[], other: readonly number[]): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

const ACCENTS = [
  ...['#ffd400', '#ffffff', '#000000', '#7f7f7f', '#767676', '#0b6a5f', '#5fd0c0', '#7c2d12'],
  ...['#0000ff', '#ff0000', '#00ff00', '#3c4fb0', '#ff69b4', 'rebeccapurple', 'hsl(60 100% 50%)'],
  ...['oklch(0.7 0.2 30)', 'oklch(0.97 0.05 110)', 'oklch(0.2 0.1 280)', 'lab(52 -40 30)'],
  ...['color(display-p3 0 1 0)', 'color(display-p3 1 0.2 0.1)', 'color(display-p3 0 0 1)'],
  ...['yellow', 'navy', 'gold', 'silver', 'tomato', 'aquamarine', 'hwb(330 10% 40%)'],
  // Nearly the colours of the surface.
  ...['#fefefe', '#f4f6f6', '#15191c', '#1d2327'],
  ...['rgb(255 212 0 / 40%)', 'rgb(0 0 0 / 5%)', 'transparent'],
];

interface Theme {
  readonly scheme: 'light' | 'dark';
  /** `--at-surface`; null for the default. */
  readonly surface: string | null;
  /** The page behind the element. */
  readonly page: string;
}

const THEMES: readonly Theme[] = [
  { scheme: 'light', surface: null, page: '#ffffff' },
  { scheme: 'dark', surface: null, page: '#000000' },
  { scheme: 'light', surface: '#f3e7d3', page: '#ffffff' },
  { scheme: 'light', surface: 'transparent', page: '#ffffff' },
  { scheme: 'dark', surface: 'transparent', page: '#000000' },
  // A page that sets a dark surface and its own text colours, but no `color-scheme`.
  { scheme: 'light', surface: '#1b1b3a', page: '#ffffff' },
];

/** One element for all accents of a theme. */
const show = async ({ scheme, surface, page }: Theme): Promise<AudioTranscribe> => {
  const element = document.createElement('audio-transcribe');
  element.style.setProperty('color-scheme', scheme);
  if (surface !== null) element.style.setProperty('--at-surface', surface);
  Object.assign(element, SERVICE, { noStorage: true, manualStart: true });
  document.body.style.background = page;
  document.body.append(element);
  element.selectFile(await sample('voicemail.wav'));
  await untilControl(element, 'Start');
  return element;
};

for (const theme of THEMES) {
  const { scheme, surface, page } = theme;
  describe(`colours: ${scheme}, surface ${surface ?? 'by default'}`, () => {
    let element: AudioTranscribe;
    const cardColour = (): string => getComputedStyle(part(element, 'card')).backgroundColor;

    before(async () => {
      element = await show(theme);
    });

    after(() => {
      element.remove();
      document.body.style.background = '';
    });

    for (const accent of ACCENTS) {
      it(`text on the accent ${accent} has 4.5:1`, () => {
        element.style.setProperty('--at-accent', accent);
        const mark = element.renderRoot.querySelector('[aria-current="step"] [aria-hidden]');
        if (mark === null) throw new Error('No step is current.');
        const { color, backgroundColor } = getComputedStyle(mark);
        expect(
          contrast(painted(color), painted(page, cardColour(), backgroundColor)),
        ).to.be.at.least(4.5);
      });

      it(`the edge of the primary button has 3:1: ${accent}`, () => {
        element.style.setProperty('--at-accent', accent);
        const { borderTopColor } = getComputedStyle(control(element, 'Start'));
        expect(contrast(painted(borderTopColor), painted(page, cardColour()))).to.be.at.least(3);
      });

      it(`the accent ${accent} as text has 4.5:1 on the surface and on its soft tone`, () => {
        element.style.setProperty('--at-accent', accent);
        const probe = document.createElement('p');
        probe.style.cssText = 'color: var(--_accent-text); background: var(--_accent-soft)';
        element.renderRoot.append(probe);
        const { color, backgroundColor } = getComputedStyle(probe);
        const text = painted(color);
        probe.remove();
        expect(contrast(text, painted(page, cardColour()))).to.be.at.least(4.5);
        if (surface === 'transparent') return;
        expect(contrast(text, painted(page, backgroundColor))).to.be.at.least(4.5);
      });
    }
  });
}

describe('focus ring', () => {
  for (const scheme of ['light', 'dark'] as const) {
    it(`has two tones, one of which is visible on any background: ${scheme}`, async () => {
      const element = await show({ scheme, surface: null, page: 'white' });
      element.style.setProperty('--at-accent', '#ffd400');
      const button = await untilControl(element, 'Start');
      button.focus();
      const { outlineColor, outlineStyle, outlineWidth, boxShadow } = getComputedStyle(button);
      expect([outlineStyle, outlineWidth]).to.deep.equal(['solid', '2px']);
      const [gap = ''] = /^(?:rgb|color)\([^)]*\)/.exec(boxShadow) ?? [];
      // If two tones have 9:1, any third one has 3:1 with one of them.
      expect(contrast(painted(outlineColor), painted(gap))).to.be.at.least(9);
      element.remove();
      document.body.style.background = '';
    });
  }
});
