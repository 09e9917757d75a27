/** One recording being read: its player, its transcript, and what keeps them together. */
import { html, nothing, render } from 'lit';
import {
  createCursor,
  entryPoint,
  exportTranscript,
  toTurns,
  type ExportFormat,
  type Transcript,
} from '../../transcript/index.js';
import { exportMenu } from './export-menu.js';
import { createFollow } from './list/follow.js';
import { createPlaybackMarker } from './player/playback-marker.js';
import { createPlayer } from './player/player.js';
import { createPreferences, type PreferenceKeeper } from './player/preferences.js';
import { createShortcutHelp } from './player/shortcut-help.js';
import { createShortcuts } from './player/shortcuts.js';
import type { Timers } from './player/timers.js';
import { saveFile } from './save-file.js';
import type { ReaderStrings } from './strings/index.js';
import { createTimeline } from './timeline/timeline.js';
import { createTranscriptView } from './list/transcript-view.js';

export interface ReaderContent {
  readonly transcript: Transcript;
  /** Address of the audio, or several: where one cannot be played the next is tried. Null where there is none. */
  readonly audio: string | readonly string[] | null;
  /** Names the region and the files that are saved; the host shows it. May be empty. */
  readonly title: string;
}

export interface Reading {
  readonly element: HTMLElement;
  /** Milliseconds. */
  seek(ms: number): void;
  /** Plays one segment and stops at its end, or plays it again and again. Without audio it only goes there. */
  playSegment(index: number, options: { readonly loop: boolean }): void;
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
    /** How the person listens; the defaults where it is not handed in. */
    readonly preferences?: PreferenceKeeper;
    readonly timers?: Timers;
  },
): Reading => {
  const { strings, onSegment, preferences = createPreferences(), timers } = options;
  const { segments, duration, language } = transcript;
  const { turns, speakers } = toTurns(transcript);
  const cursor = createCursor(segments);
  let suspended = false;
  let exportFailed = false;

  const player = createPlayer({
    sources: typeof audio === 'string' ? [audio] : (audio ?? []),
    transcript,
    title,
    preferences,
    strings,
    onChange: () => {
      const { position, audioLength } = player.state();
      timeline.setPosition(position);
      if (audioLength !== null) timeline.setLength(audioLength);
      if (!suspended) marker.synchronise();
    },
    onSeek: (ms) => seek(ms),
    onShortcuts: () => help.open(),
    ...(timers ? { timers } : {}),
  });

  const timeline = createTimeline({
    transcript,
    speakers,
    cursor,
    strings,
    onSeek: (ms) => seek(ms),
  });

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
    playback: player.state,
    elementOf: view.elementOf,
    onChange: (playing) => {
      revealPlaying();
      onSegment(playing);
    },
    ...(timers ? { timers } : {}),
  });

  const seek = (ms: number): void => {
    follow.resume();
    player.seek(ms);
    revealPlaying();
  };

  const onExport = async (format: ExportFormat): Promise<void> => {
    exportFailed = false;
    try {
      saveFile(await exportTranscript(transcript, format), title);
    } catch {
      exportFailed = true;
    }
    update();
  };

  const element = document.createElement('section');
  element.className = 'reader';
  element.part.add('reader');
  element.setAttribute('aria-label', strings.reader(title));
  // A press anywhere in it brings the focus in, and with it the keyboard shortcuts.
  element.tabIndex = -1;

  const shortcuts = createShortcuts(element, player.shortcuts);
  const help = createShortcutHelp({ table: player.shortcuts, strings });

  const facts = strings.summary({
    speakers: speakers.filter(({ name }) => name !== null).length,
    duration: duration === null ? null : duration * 1000,
    language,
  });

  const update = (): void => {
    render(
      html`
        <header class="header" part="header">
          <p class="facts" part="facts">
            ${facts.map((fact) => html`<bdi class="fact">${fact}</bdi>`)}
          </p>
          ${exportMenu({ strings, onExport: (format) => void onExport(format) })}
        </header>
        <p class="problem" part="export-problem" role="status" ?hidden=${!exportFailed}>
          ${exportFailed ? strings.downloadFailed : nothing}
        </p>
        ${player.element} ${timeline.element} ${view.element} ${help.element}
      `,
      element,
    );
  };

  update();

  return {
    element,
    seek,
    playSegment: player.playSegment,
    suspend() {
      suspended = true;
      player.suspend();
      marker.stop();
      follow.stop();
    },
    resume() {
      suspended = false;
      player.resume();
      marker.synchronise();
    },
    dispose() {
      marker.stop();
      follow.stop();
      shortcuts.dispose();
      timeline.dispose();
      player.dispose();
    },
  };
};
