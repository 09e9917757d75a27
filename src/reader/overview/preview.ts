/** What is said where the pointer is: a note over the timeline, for the eye alone. */
import { formatClock, type Segment, type Speaker } from '../../transcript/index.js';
import { speakerClass } from '../turns/speaker-badge.js';
import type { Point } from './scrub.js';

export interface Preview {
  readonly element: HTMLElement;
  show(what: {
    /** Milliseconds. */
    readonly ms: number;
    readonly point: Point;
    readonly segment: Segment | undefined;
    readonly speaker: Speaker | undefined;
    /** Empty where there are none to tell apart. */
    readonly name: string;
  }): void;
  hide(): void;
}

/** Characters. */
const LONGEST = 90;

/** The first words, cut between two of them. */
const firstWords = (text: string): string => {
  if (text.length <= LONGEST) return text;
  const cut = text.slice(0, LONGEST);
  const space = cut.lastIndexOf(' ');
  // Never half of a character of two units.
  return `${space > LONGEST / 2 ? cut.slice(0, space) : cut.replace(/[\ud800-\udbff]$/u, '')} …`;
};

const piece = (tag: string, className: string): HTMLElement => {
  const element = document.createElement(tag);
  element.className = className;
  return element;
};

/** The note stays inside the width of the frame. */
export const createPreview = (frame: HTMLElement): Preview => {
  const element = piece('div', 'preview');
  element.part.add('preview');
  element.setAttribute('aria-hidden', 'true');
  element.hidden = true;
  const head = piece('p', 'preview-head');
  const time = piece('span', 'preview-time tabular');
  const who = piece('bdi', 'preview-name');
  const words = piece('p', 'preview-words');
  words.dir = 'auto';
  head.append(time, who);
  element.append(head, words);

  return {
    element,
    show({ ms, point, segment, speaker, name }) {
      time.textContent = formatClock(ms);
      who.textContent = name;
      words.textContent = segment ? firstWords(segment.text) : '';
      words.hidden = segment === undefined;
      element.className = `preview ${speaker ? speakerClass(speaker) : ''}`;
      const box = frame.getBoundingClientRect();
      const fromLeft = box.width > 0 ? (point.clientX - box.left) / box.width : 0;
      const across = frame.matches(':dir(rtl)') ? 1 - fromLeft : fromLeft;
      element.style.setProperty('--_across', Math.min(1, Math.max(0, across)).toFixed(4));
      element.hidden = false;
    },
    hide() {
      element.hidden = true;
    },
  };
};
