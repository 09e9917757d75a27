/** Every CSS part: the state that shows it, and the element it is. */
import type { Page } from '@playwright/test';
import { element } from './page.js';

/** By state, then by part. Controls are described by tag and accessible name, other elements by tag. */
export const PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'offer-pick': {
    card: '',
    'drop-zone': '',
    'choose-button': '',
    hint: '',
    offer: '',
    details: '',
    'accept-button': '',
    'decline-button': '',
  },
  'offer-problem': { notice: '' },
  waiting: { 'start-button': '' },
  unkept: {
    steps: '',
    phase: '',
    title: '',
    percentage: '',
    'progress-bar': '',
    'progress-fill': '',
    details: '',
    'pause-button': '',
    'cancel-button': '',
    hint: '',
  },
  paused: { 'resume-button': '' },
  'file-changed': { phase: '', 'error-message': '', 'retry-button': '', 'choose-button': '' },
  diarized: {
    title: '',
    'new-button': '',
    reader: '',
    details: '',
    'export-button': '',
    player: '',
    'play-button': '',
    seek: '',
    speed: '',
    volume: '',
    'speaker-tracks': '',
    lanes: '',
    'search-field': '',
    transcript: '',
    turn: '',
    'speaker-name': '',
    'speaker-badge': '',
    segment: '',
    'segment-playing': '',
    'segment-time': '',
    'segment-text': '',
  },
  repeating: { notice: '', range: '' },
  mismatch: { notice: '', 'audio-notice': '' },
  'audio-failed': { notice: '', 'retry-button': '', hint: '' },
  'follow-paused': { 'follow-button': '' },
  'export-menu': { 'export-menu': '' },
  'line-menu': { 'segment-menu': '' },
  'correct-text': { 'text-editor': '' },
  'change-speaker': { 'speaker-dialog': '' },
  keys: { shortcuts: '' },
};

/** The names of all parts that are rendered now. */
export const renderedParts = (page: Page): Promise<readonly string[]> =>
  element(page).evaluate((it) => {
    const found = [...(it.shadowRoot?.querySelectorAll('[part]') ?? [])];
    return [...new Set(found.flatMap((one) => [...one.part]))].sort();
  });

/** Describes the visible elements that a rule of the page's for `::part(name)` reaches. */
export const styledBy = (page: Page, name: string): Promise<string> =>
  element(page).evaluate((it, part) => {
    const sheet = new CSSStyleSheet();
    // A property that no child inherits and the element itself does not set.
    sheet.replaceSync(`audio-transcribe::part(${part}) { scroll-margin-block-start: 7px }`);
    document.adoptedStyleSheets = [sheet];
    const isControl = (one: Element): boolean => one.matches('button, summary, input, select');
    const described = [...(it.shadowRoot?.querySelectorAll('*') ?? [])]
      .filter((one) => getComputedStyle(one).scrollMarginBlockStart === '7px')
      .filter((one) => one.checkVisibility())
      .map((one) => {
        const tag = one.localName;
        return isControl(one) ? `${tag} “${one.ariaLabel ?? one.textContent.trim()}”` : tag;
      });
    document.adoptedStyleSheets = [];
    return [...new Set(described)]
      .map((one) => {
        const count = described.filter((other) => other === one).length;
        return count === 1 ? one : `${one} ×${count}`;
      })
      .join(', ');
  }, name);
