/** Every CSS part, with the state that shows it and its element. */
import type { Page } from '@playwright/test';
import { element } from './page.js';

/** By state, then by part. An element is described by its tag and its accessible name. */
export const PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'offer-pick': {
    card: 'section “Transcribe a recording”',
    'drop-zone': 'div',
    'choose-button': 'button “Choose a file”',
    hint: 'p ×2',
    offer: 'div',
    details: 'p',
    'accept-button': 'button “Choose the file again”',
    'decline-button': 'button “Discard”',
  },
  list: {
    summary: 'div',
    list: 'ul “Recordings”',
    item: 'li ×5',
    'open-button': 'button “Open”',
  },
  'list-one': {
    'remove-button': 'button “Remove minutes of the meeting.pdf”',
  },
  'list-opened': {
    'back-button': 'button “All recordings”',
  },
  'offer-problem': {
    notice: 'p',
  },
  waiting: {
    'start-button': 'button “Start”',
  },
  converted: {
    'track-select': 'select “Audio track”',
  },
  'microphone-explained': {
    recorder: 'div “Record with your microphone”',
    'cancel-button': 'button “Cancel”',
  },
  microphone: {
    'record-button': 'button “Record”',
  },
  recording: {
    'recorded-time': 'p',
    level: 'div',
    device: 'select “Microphone”',
    'finish-button': 'button “Finish”',
    'pause-button': 'button “Pause”',
    'discard-button': 'button “Discard”',
  },
  'recording-discarded': {
    'keep-button': 'button “Keep”',
  },
  'recording-finished': {
    recording: 'audio “Your recording”',
    'start-button': 'button “Transcribe”',
  },
  unkept: {
    steps: 'ol “Steps”',
    phase: 'p',
    title: 'p',
    percentage: 'p',
    'progress-bar': 'div “Upload progress”',
    'progress-fill': 'div',
    details: 'p',
    'pause-button': 'button “Pause”',
    'cancel-button': 'button “Cancel”',
    hint: 'p',
  },
  paused: {
    'resume-button': 'button “Resume”',
  },
  'file-changed': {
    phase: 'p',
    'error-message': 'p',
    'retry-button': 'button “Try again”',
    'choose-button': 'button “Choose the file again”',
  },
  ready: {
    'new-button': 'button “Transcribe another recording”',
  },
  diarized: {
    title: 'h2',
    reader: 'div',
    details: 'p',
    'export-button': 'button “Export”',
    player: 'div “Audio player”',
    'play-button': 'button “Play”',
    seek: 'input “Position”',
    speed: 'select “Playback speed”',
    volume: 'input “Volume”',
    waveform: 'div',
    transcript: 'div',
    turn: 'section ×6',
    'speaker-name': 'bdi ×6',
    'speaker-badge': 'span ×6',
    segment: 'span ×7',
    'segment-playing': 'span',
    'segment-time':
      'button “Play from 0:00”, button “Play from 0:03”, button “Play from 0:08”, button “Play from 0:13”, button “Play from 0:24”, button “Play from 0:28”',
    'segment-text': 'span ×7',
  },
  search: {
    'search-field': 'input “Search the transcript”',
  },
  repeating: {
    notice: 'div',
  },
  mismatch: {
    notice: 'p',
  },
  'audio-failed': {
    'retry-button': 'button “Try again”',
    hint: 'p, div',
  },
  'follow-paused': {
    'follow-button': 'button “Back to 0:02”',
  },
  'export-menu': {
    'export-menu': 'div “Export”',
  },
  'line-menu': {
    'segment-menu': 'div “Options for 0:03”',
  },
  'correct-text': {
    'text-editor': 'form',
  },
  'change-speaker': {
    'speaker-dialog': 'dialog “Change speaker”',
  },
  renamed: {
    toast: 'div',
  },
  keys: {
    shortcuts: 'dialog “Keyboard shortcuts”',
  },
};

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
        const label = one.ariaLabel ?? (isControl(one) ? one.textContent.trim() : '');
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
