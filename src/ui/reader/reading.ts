/** One recording being read: its player, its transcript, and what keeps them together. */
import { html, render } from 'lit';
import {
  createCursor,
  entryPoint,
  toTurns,
  transcriptLength,
  type Transcript,
} from '../../transcript/index.js';
import { createCopying } from './list/copying.js';
import { createFollow } from './list/follow.js';
import { createPlaybackMarker, type Timers } from './player/playback-marker.js';
import { createPlayback } from './player/playback.js';
import { createPlayerView } from './player/player.js';
import { speakerList } from './list/speaker-badge.js';
import type { ReaderStrings } from './strings/index.js';
import { createTakingAway } from './taking-away.js';
import { createTranscriptView } from './list/transcript-view.js';

export interface ReaderContent {
  readonly transcript: Transcript;
  /** Address of the audio; null where there is none. */
  readonly audio: string | null;
  /** Names the region and the files that are saved; the host shows it. May be empty. */
  readonly title: string;
}

export interface Reading {
  readonly element: HTMLElement;
  /** Milliseconds. */
  seek(ms: number): void;
  /** Stops timers while out of the page. */
  suspend(): void;
  resume(): void;
  /** Stops everything and lets go of the audio. */
  dispose(): void;
}

export const createReading = (
  { transcript, audio, title }: ReaderContent,
  options: {
    readonly strings: ReaderStrings;
    readonly onSegment: (indexes: readonly number[]) => void;
    readonly timers?: Timers;
  },
): Reading => {
  const { strings, onSegment, timers } = options;
  const { segments, duration, language } = transcript;
  const { turns, speakers } = toTurns(transcript);
  const cursor = createCursor(segments);
  let suspended = false;

  const playback = createPlayback({
    source: audio,
    length: transcriptLength(transcript),
    onChange: () => {
      player.update();
      if (!suspended) marker.synchronise();
    },
  });

  const player = createPlayerView({ playback, strings });

  const view = createTranscriptView({
    transcript,
    turns,
    speakers,
    strings,
    onSegment: (index) => {
      const segment = segments[index];
      if (segment) seek(entryPoint(segment));
    },
    onFollow: () => {
      follow.resume();
      revealPlaying();
    },
  });

  createCopying({
    scroller: view.scroller,
    transcript: () => transcript,
    elementOf: view.elementOf,
  });

  const follow = createFollow({
    scroller: view.scroller,
    onChange: (following) => view.setFollowChip(!following && marker.playing.length > 0),
  });

  const revealPlaying = (): void => {
    // Where voices overlap, the one that began last is the one to read.
    const target = view.elementOf(marker.playing.at(-1) ?? -1);
    if (target) follow.reveal(target);
  };

  const marker = createPlaybackMarker({
    cursor,
    playback: playback.state,
    elementOf: view.elementOf,
    onChange: (playing) => {
      revealPlaying();
      onSegment(playing);
    },
    ...(timers ? { timers } : {}),
  });

  const seek = (ms: number): void => {
    follow.resume();
    playback.seek(ms);
    revealPlaying();
  };

  const element = document.createElement('section');
  element.className = 'reader';
  element.part.add('reader');
  element.setAttribute('aria-label', strings.reader(title));

  const facts = strings.summary({
    speakers: speakers.filter(({ name }) => name !== null).length,
    duration: duration === null ? null : duration * 1000,
    language,
  });

  const takingAway = createTakingAway({
    transcript: () => transcript,
    title,
    strings,
    facts: () => facts,
    onChange: () => update(),
  });

  const update = (): void => {
    render(
      html`
        <header class="header" part="header">
          <p class="facts" part="facts">
            ${facts.map((fact) => html`<bdi class="fact">${fact}</bdi>`)}
          </p>
          ${takingAway.renderMenu()}
        </header>
        ${takingAway.renderProblem()} ${player.element} ${speakerList(speakers, strings)}
        ${view.element}
      `,
      element,
    );
  };

  player.update();
  update();

  return {
    element,
    seek,
    suspend() {
      suspended = true;
      marker.stop();
      follow.stop();
    },
    resume() {
      suspended = false;
      marker.synchronise();
    },
    dispose() {
      marker.stop();
      follow.stop();
      playback.dispose();
    },
  };
};
