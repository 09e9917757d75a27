/** The pointer on the waveform, and the preview of the words there. */
import { wholeStart } from '../../transcript/characters.js';
import type { Speaker } from '../../transcript/badges.js';
import { formatClock } from '../../transcript/time.js';
import type { Segment } from '../../transcript/transcript.js';
import { speakerClass } from '../speaker-labels.js';
import { make } from '../turns/rows.js';

export const toFraction = (value: number): number => Math.min(1, Math.max(0, value));

interface Point {
  /** Fraction of the width, from the start of the line (the right edge in a right-to-left page). */
  readonly across: number;
  /** Width of one pixel, as a fraction of the surface. */
  readonly pixel: number;
}

/** In pixels. A finger that has moved less may still start to scroll the page. */
const DRAG_DISTANCE = 8;

interface Held {
  readonly id: number;
  readonly clientX: number;
  readonly clientY: number;
  /** A mouse seeks at once. A finger seeks when it moves across, or lifts without having moved. */
  readonly phase: 'undecided' | 'seeks' | 'scrolls';
}

const afterMove = (held: Held, { clientX, clientY }: PointerEvent): Held => {
  if (held.phase !== 'undecided') return held;
  const across = Math.abs(clientX - held.clientX);
  const down = Math.abs(clientY - held.clientY);
  if (Math.max(across, down) < DRAG_DISTANCE) return held;
  return { ...held, phase: across > down ? 'seeks' : 'scrolls' };
};

/** Reports where a pointer is, and where it clicks or drags to. */
export const followPointer = (
  surface: HTMLElement,
  /** Called with null when the pointer leaves. */
  onPoint: (point: Point | null) => void,
  /** Called on press, and on each move while pressed. */
  onPress: (across: number) => void,
): void => {
  let held: Held | null = null;

  const pointOf = ({ clientX }: PointerEvent): Point => {
    const { left, width } = surface.getBoundingClientRect();
    const fromLeft = width > 0 ? (clientX - left) / width : 0;
    return {
      across: toFraction(surface.matches(':dir(rtl)') ? 1 - fromLeft : fromLeft),
      pixel: width > 0 ? 1 / width : 0,
    };
  };

  surface.addEventListener('pointerdown', (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    const { pointerId: id, clientX, clientY, pointerType } = event;
    held = { id, clientX, clientY, phase: pointerType === 'touch' ? 'undecided' : 'seeks' };
    try {
      surface.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is already gone, so there is nothing to capture.
    }
    const point = pointOf(event);
    onPoint(point);
    if (held.phase === 'seeks') onPress(point.across);
  });
  surface.addEventListener('pointermove', (event) => {
    const point = pointOf(event);
    onPoint(point);
    if (held?.id !== event.pointerId) return;
    held = afterMove(held, event);
    if (held.phase === 'seeks') onPress(point.across);
  });
  surface.addEventListener('pointerup', (event) => {
    const isTap = held?.id === event.pointerId && held.phase === 'undecided';
    if (isTap) onPress(pointOf(event).across);
    held = null;
    if (event.pointerType === 'touch') onPoint(null);
  });
  const leave = (event: PointerEvent): void => {
    if (event.type === 'pointercancel') held = null;
    if (held === null) onPoint(null);
  };
  surface.addEventListener('pointercancel', leave);
  surface.addEventListener('pointerleave', leave);
};

const LONGEST = 90;

/** The first words of a text, cut between words. */
const firstWords = (text: string): string => {
  if (text.length <= LONGEST) return text;
  const cut = wholeStart(text, LONGEST);
  const space = cut.lastIndexOf(' ');
  return `${space > LONGEST / 2 ? cut.slice(0, space) : cut} …`;
};

/** The preview of the words at the pointer, for sighted users. Escape hides it until the pointer moves again. */
export const createPreview = () => {
  const time = make('span', 'preview-time tabular', null);
  const who = make('bdi', 'preview-name', null);
  const words = make('p', 'preview-words', null);
  const element = make('div', 'preview', null, make('p', 'preview-head', null, time, who), words);
  words.dir = 'auto';
  element.setAttribute('aria-hidden', 'true');
  element.hidden = true;

  const hide = (): void => {
    element.hidden = true;
    document.removeEventListener('keydown', onKeydown, true);
  };
  const onKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    hide();
  };

  return {
    element,
    /** `name` is empty if speakers are not distinguished. */
    show(
      ms: number,
      across: number,
      segment: Segment | undefined,
      speaker: Speaker | undefined,
      name: string,
    ): void {
      time.textContent = formatClock(ms);
      who.textContent = name;
      words.textContent = segment ? firstWords(segment.text) : '';
      words.hidden = segment === undefined;
      element.className = `preview ${speaker ? speakerClass(speaker) : ''}`;
      element.style.setProperty('--_across', across.toFixed(4));
      element.hidden = false;
      // Wherever the focus is: the pointer alone has opened the preview.
      document.addEventListener('keydown', onKeydown, true);
    },
    hide,
  };
};
