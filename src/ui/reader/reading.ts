/** One recording being read: its player, its transcript, and what keeps them together. */
import { html, nothing, render } from 'lit';
import {
  createCursor,
  entryPoint,
  exportTranscript,
  speakerIndexes,
  toTurns,
  transcriptLength,
  type ExportFormat,
  type Transcript,
  type TranscriptEdit,
} from '../../transcript/index.js';
import type { Shown } from './edit/corrections.js';
import { exportMenu } from './export-menu.js';
import { createFollow } from './list/follow.js';
import { speakerList } from './list/speaker-badge.js';
import { createTurnList } from './list/turn-list.js';
import { createPlaybackMarker, type Timers } from './player/playback-marker.js';
import { createPlayback } from './player/playback.js';
import { createPlayerView } from './player/player.js';
import { saveFile } from './save-file.js';
import type { ReaderStrings } from './strings/index.js';
import { createTextTools, type Editing } from './text-tools.js';

export type { Editing } from './text-tools.js';

export interface ReaderContent {
  readonly transcript: Transcript;
  /** Address of the audio; null where there is none. */
  readonly audio: string | null;
  /** Names the region and the files that are saved; the host shows it. May be empty. */
  readonly title: string;
}

export interface CorrectedContent {
  readonly transcript: Transcript;
  /** Without corrections: whoever spoke in it keeps the colour. */
  readonly original: Transcript;
  readonly edits: readonly TranscriptEdit[];
}

export interface Reading {
  readonly element: HTMLElement;
  /** Milliseconds. */
  seek(ms: number): void;
  update(content: CorrectedContent): void;
  /** Null where nothing can be corrected, as in the beginning. */
  setEditing(editing: Editing | null): void;
  /** Stops timers while out of the page. */
  suspend(): void;
  resume(): void;
  /** Stops everything and lets go of the audio. */
  dispose(): void;
}

export interface ReadingOptions {
  readonly strings: ReaderStrings;
  readonly locale: string | undefined;
  readonly linkTo: ((ms: number) => string) | null;
  readonly onSegment: (indexes: readonly number[]) => void;
  readonly onEdit: (operation: TranscriptEdit) => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly announce: (sentence: string) => void;
  readonly timers?: Timers;
}

const factsOf = (
  { transcript: { duration, language }, speakers }: Shown,
  strings: ReaderStrings,
): readonly string[] =>
  strings.summary({
    speakers: speakers.filter(({ name }) => name !== null).length,
    duration: duration === null ? null : duration * 1000,
    language,
  });

export const createReading = (
  { transcript, audio, title }: ReaderContent,
  options: ReadingOptions,
): Reading => {
  const { strings, onSegment, timers } = options;
  const cursor = createCursor(transcript.segments);
  let shown: Shown = { transcript, ...toTurns(transcript) };
  let edits: readonly TranscriptEdit[] = [];
  let built = false;
  let suspended = false;
  let exportFailed = false;

  const playback = createPlayback({
    source: audio,
    length: transcriptLength(transcript),
    onChange: () => {
      player.update();
      if (!suspended) marker.synchronise();
    },
  });

  const player = createPlayerView({ playback, strings });

  const list = createTurnList({
    ...shown,
    strings,
    onSegment: (index) => {
      const segment = shown.transcript.segments[index];
      if (segment) seek(entryPoint(segment));
    },
    onSpeaker: (turn, anchor) => tools.changeSpeakerOf(turn, anchor),
    onFollow: () => {
      follow.resume();
      revealPlaying();
    },
    onViewChange: () => built && !suspended && tools.refresh(),
    onRowAction: (index) => built && tools.setActionRow(index),
  });

  const follow = createFollow({
    scroller: list.scroller,
    approach: list.approach,
    onChange: (following) => list.setFollowChip(!following && marker.playing.length > 0),
  });

  const revealPlaying = (): void => {
    // Where voices overlap, the one that began last is the one to read.
    const target = list.elementOf(marker.playing.at(-1) ?? -1);
    if (target) follow.reveal(target);
  };

  const marker = createPlaybackMarker({
    cursor,
    playback: playback.state,
    elementOf: list.elementOf,
    onChange: (playing) => {
      list.setCurrent(playing.at(-1));
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

  const tools = createTextTools({
    ...options,
    list,
    shown: () => shown,
    playSegment: () => null,
    reveal: (index) => {
      follow.pause();
      list.bringIntoView(index);
    },
    place: () => marker.playing[0] ?? list.visible().first,
    onHits: () => undefined,
  });

  const onExport = async (format: ExportFormat): Promise<void> => {
    exportFailed = false;
    try {
      saveFile(await exportTranscript(shown.transcript, format, { edits, title }), title);
    } catch {
      exportFailed = true;
    }
    draw();
  };

  const element = document.createElement('section');
  element.className = 'reader';
  element.part.add('reader');
  element.setAttribute('aria-label', strings.reader(title));
  element.addEventListener('keydown', (event) => tools.onKeydown(event));

  const draw = (): void => {
    render(
      html`
        <header class="header" part="header">
          <p class="facts" part="facts">
            ${factsOf(shown, strings).map((fact) => html`<bdi class="fact">${fact}</bdi>`)}
          </p>
          ${exportMenu({ strings, onExport: (format) => void onExport(format) })}
        </header>
        <p class="problem" part="export-problem" role="status" ?hidden=${!exportFailed}>
          ${exportFailed ? strings.downloadFailed : nothing}
        </p>
        ${player.element} ${speakerList(shown.speakers, strings)} ${tools.toolbar} ${list.element}
        ${tools.popovers}
      `,
      element,
    );
  };

  built = true;
  player.update();
  draw();
  follow.watch();

  return {
    element,
    seek,
    update(content) {
      edits = content.edits;
      const indexes = speakerIndexes(content);
      shown = { transcript: content.transcript, ...toTurns(content.transcript, indexes) };
      list.update(shown.transcript, shown.turns, shown.speakers);
      tools.update();
      draw();
    },
    setEditing: (editing) => tools.setEditing(editing),
    suspend() {
      suspended = true;
      marker.stop();
      follow.stop();
      tools.suspend();
    },
    resume() {
      suspended = false;
      follow.watch();
      marker.synchronise();
      tools.refresh();
    },
    dispose() {
      suspended = true;
      marker.stop();
      follow.stop();
      tools.dispose();
      list.dispose();
      playback.dispose();
    },
  };
};
