/** Every CSS part, with the state that shows it and its element. */
import type { Page } from '@playwright/test';
import { element } from './page.js';

/** By state, then by part. An element is described by its tag and its accessible name. */
export const PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'offer-pick': {
    card: 'section “Transcribe a recording”',
    'drop-zone': 'div',
    button: 'button “Choose the file again”, button “Discard”, button “Choose a file”',
    'primary-button': 'button “Choose the file again”',
    hint: 'p ×2',
    offer: 'div',
    details: 'p',
  },
  list: {
    item: 'li ×5',
    title: 'p ×5',
    details: 'p ×6',
    'progress-bar': 'div “Upload progress: interview with the harbour master.m4a”',
    'progress-fill': 'div',
    'error-message': 'p',
    button: 'button “Pause” ×2, button “Open”, button “Add files”',
    'primary-button': 'button “Open”',
  },
  'list-opened': {
    button: 'button “All recordings”, button “Export”, button “Skip the transcript”',
  },
  'offer-problem': {
    'error-message': 'p',
  },
  waiting: {
    button: 'button “Start”, button “Cancel”',
    'primary-button': 'button “Start”',
  },
  'microphone-explained': {
    button: 'button “Continue”, button “Cancel”',
    'primary-button': 'button “Continue”',
  },
  microphone: {
    button: 'button “Choose a file”, button “Record”',
    'primary-button': 'button “Choose a file”',
  },
  recording: {
    level: 'div',
    button: 'button “Finish”, button “Pause”, button “Discard”',
    'primary-button': 'button “Finish”',
  },
  'recording-interrupted': {
    'error-message': 'p',
  },
  'recording-finished': {
    details: 'p',
    hint: 'p',
    button: 'button “Transcribe”, button “Continue recording”, button “Discard”',
    'primary-button': 'button “Transcribe”',
  },
  unkept: {
    steps: 'ol “Steps”',
    title: 'p',
    'progress-bar': 'div “Upload progress”',
    'progress-fill': 'div',
    details: 'p',
    button: 'button “Pause”, button “Cancel”',
    hint: 'p',
  },
  paused: {
    'primary-button': 'button “Resume”',
  },
  'file-changed': {
    'error-message': 'p',
    button: 'button “Try again”, button “Choose the file again”',
    'primary-button': 'button “Choose the file again”',
    title: 'p',
  },
  diarized: {
    title: 'h2',
    reader: 'div',
    details: 'p',
    button: 'button “Export”, button “Name them”, button “Skip the transcript”',
    player: 'div “Audio player”',
    'play-button': 'button “Play”',
    waveform: 'div',
    transcript: 'div',
    turn: 'section ×6',
    'speaker-name': 'bdi ×6',
    'speaker-badge': 'span ×6',
    segment: 'span ×7',
    'segment-playing': 'span',
    'segment-time':
      'button “Play from 0:00”, button “Play from 0:03”, button “Play from 0:08”, button “Play from 0:13”, button “Play from 0:24”, button “Play from 0:28”',
  },
  search: {
    'search-field': 'input “Search the transcript”',
  },
  repeating: {
    hint: 'div ×2',
    button:
      'button “Export”, button “Stop repeating”, button “Name them”, button “Skip the transcript”',
  },
  mismatch: {
    'error-message': 'p',
  },
  'audio-failed': {
    hint: 'p, div',
    button:
      'button “Export”, button “Choose the audio file”, button “Try again”, button “Name them”, button “Skip the transcript”',
  },
  'follow-paused': {
    button:
      'button “Export”, button “Name them”, button “Skip the transcript”, button “Back to 0:02”',
  },
  'export-menu': {
    dialog: 'div “Export”',
  },
  'more-menu': {
    menu: 'div “More”',
  },
  'line-menu': {
    menu: 'div “Options for 0:03”',
  },
  'correct-text': {
    dialog: 'form',
    'primary-button': 'button “Save and next”',
  },
  'change-speaker': {
    dialog: 'dialog “Change speaker”',
    button:
      'button “Export”, button “Name them”, button “Skip the transcript”, button “Save”, button “Cancel”',
    'primary-button': 'button “Save”',
  },
  keys: {
    dialog: 'dialog “Keyboard shortcuts”',
  },
  renamed: {
    toast: 'div',
  },
};

/** The states that docs/parts has pictures of, with their parts outlined. */
export const PICTURED = [
  'offer-pick',
  'recording',
  'unkept',
  'list',
  'file-changed',
  'diarized',
  'search',
  'line-menu',
  'change-speaker',
  'renamed',
];

/** The names of all parts that are rendered now. */
export const renderedParts = (page: Page): Promise<readonly string[]> =>
  element(page).evaluate((it) => {
    const found = [...(it.shadowRoot?.querySelectorAll('[part]') ?? [])];
    return [...new Set(found.flatMap((one) => [...one.part]))].sort();
  });

/** Describes the visible elements that the page's `::part(name)` rule matches. */
export const styledBy = (page: Page, name: string): Promise<string> =>
  element(page).evaluate((it, part) => {
    const sheet = new CSSStyleSheet();
    // A property that is not inherited and that the element does not set.
    sheet.replaceSync(`audio-transcribe::part(${part}) { scroll-margin-block-start: 7px }`);
    document.adoptedStyleSheets = [sheet];
    const isControl = (one: Element): boolean => one.matches('button, input, select');
    const described = [...(it.shadowRoot?.querySelectorAll('*') ?? [])]
      .filter((one) => getComputedStyle(one).scrollMarginBlockStart === '7px')
      .filter((one) => one.checkVisibility())
      .map((one) => {
        const tag = one.localName;
        const words = [...one.childNodes]
          .filter(
            (node) =>
              node instanceof Text || (node instanceof Element && node.ariaHidden !== 'true'),
          )
          .map(({ textContent }) => textContent);
        const label = one.ariaLabel ?? (isControl(one) ? words.join('').trim() : '');
        return label === '' ? tag : `${tag} “${label}”`;
      });
    document.adoptedStyleSheets = [];
    return [...new Set(described)]
      .map((one) => {
        const count = described.filter((other) => other === one).length;
        return count === 1 ? one : `${one} ×${count}`;
      })
      .join(', ');
  }, name);
