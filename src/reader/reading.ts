/** The reader of one recording: keeps player, overview and transcript in sync. */
import { html, nothing, render } from 'lit';
import {
  createCursor,
  entryPoint,
  formatClock,
  speakerIndexes,
  toTurns,
  type Transcript,
  type TranscriptEdit,
} from '../transcript/index.js';
import type { Shown } from './edit/corrections.js';
import { createCopying } from './turns/selection.js';
import { createFollow } from './turns/follow.js';
import { createTurnList } from './turns/turn-list.js';
import { createPlaybackMarker } from './player/playback-marker.js';
import { createPlayer } from './player/player.js';
import type { PreferenceKeeper } from './player/playback.js';
import { createShortcutHelp, createShortcuts } from './player/shortcuts.js';
import type { Timers } from './player/timers.js';
import type { ReaderStrings } from '../strings/reader.js';
import { createExportActions } from './export/export-actions.js';
import { createTextTools, type Editing } from './text-tools.js';
import { createToasts } from './toast.js';
import { createOverview } from './overview/overview.js';

export type { Editing } from './text-tools.js';

export interface ReaderContent {
  readonly transcript: Transcript;
  /** One or more URLs of the audio. If one cannot be played, the next one is tried. Null if there is no audio. */
  readonly audio: string | readonly string[] | null;
  /** Names the region and the exported files. May be empty. */
  readonly title: string;
}

export interface CorrectedContent {
  readonly transcript: Transcript;
  /** The transcript without corrections. Its speakers keep their colours. */
  readonly original: Transcript;
  readonly edits: readonly TranscriptEdit[];
}

export interface Reading {
  readonly element: HTMLElement;
  /** Milliseconds. */
  seek(ms: number): void;
  /** Plays one segment and stops at its end, or repeats it. Without audio, only seeks to it. */
  playSegment(index: number, options: { readonly loop: boolean }): void;
  update(content: CorrectedContent): void;
  /** Null if nothing can be corrected, which is the default. */
  setEditing(editing: Editing | null): void;
  /** Stops timers while the reader is not in the page. */
  suspend(): void;
  resume(): void;
  /** Stops everything and releases the audio. */
  dispose(): void;
}

export interface ReadingOptions {
  readonly strings: ReaderStrings;
  readonly locale: string | undefined;
  readonly linkTo: ((ms: number) => string) | null;
  /** The user's playback settings, kept from one recording to the next. */
  readonly preferences: PreferenceKeeper;
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
    duration: duration === null ? null : formatClock(duration * 1000),
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
  /** False until every part is built; earlier callbacks are ignored. */
  let built = false;
  let suspended = false;

  const toasts = createToasts({
    strings,
    announce: options.announce,
    onChange: () => draw(),
    ...(timers ? { timers } : {}),
  });

  const player = createPlayer({
    sources: typeof audio === 'string' ? [audio] : (audio ?? []),
    transcript,
    title,
    preferences: options.preferences,
    strings,
    onChange: () => {
      const { position, audioLength } = player.state();
      overview.setPosition(position);
      if (audioLength !== null) overview.setLength(audioLength);
      if (!suspended) marker.synchronise();
    },
    onSeek: (ms) => seek(ms),
    onShortcuts: () => help.open(),
    announce: options.announce,
    ...(timers ? { timers } : {}),
  });

  const overview = createOverview({ ...shown, cursor, strings, onSeek: (ms) => seek(ms) });

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

  createCopying({
    scroller: list.scroller,
    transcript: () => shown.transcript,
    elementOf: list.elementOf,
  });

  const follow = createFollow({
    scroller: list.scroller,
    scrollTo: list.scrollTo,
    onChange: (following) => list.setFollowChip(!following && marker.playing.length > 0),
  });

  const revealPlaying = (): void => {
    // If speakers overlap, follow the segment that started last.
    const target = list.elementOf(marker.playing.at(-1) ?? -1);
    if (target) follow.reveal(target);
  };

  const marker = createPlaybackMarker({
    cursor,
    playback: player.state,
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
    player.seek(ms);
    revealPlaying();
  };

  const tools = createTextTools({
    ...options,
    notify: toasts.show,
    list,
    shown: () => shown,
    playSegment: () => (player.state().audio === 'none' ? null : player.playSegment),
    reveal: (index) => {
      follow.pause();
      list.bringIntoView(index);
    },
    place: () => marker.playing[0] ?? list.visible().first,
    onHits: (segments) =>
      overview.setHits(segments.map((index) => transcript.segments[index]?.start_ms ?? 0)),
  });

  const exportActions = createExportActions({
    transcript: () => shown.transcript,
    edits: () => edits,
    title,
    strings,
    facts: () => factsOf(shown, strings),
    announce: options.announce,
    notify: toasts.show,
    onChange: () => draw(),
  });

  const element = document.createElement('section');
  element.className = 'reader';
  element.part.add('reader');
  element.setAttribute('aria-label', strings.reader(title));
  // A click anywhere inside moves the focus in, so that keyboard shortcuts work.
  element.tabIndex = -1;
  element.addEventListener('keydown', (event) => tools.onKeydown(event));

  const keys = [...player.shortcuts, tools.searchShortcut];
  const shortcuts = createShortcuts(element, keys);
  const help = createShortcutHelp({ table: keys, strings });

  const draw = (): void => {
    render(
      html`
        <header class="header">
          <p class="facts" part="details">
            ${factsOf(shown, strings).map((fact) => html`<span class="fact"><bdi>${fact}</bdi></span>`)}
          </p>
          ${exportActions.renderMenu()}
        </header>
        ${exportActions.renderProblem()} ${player.element} ${overview.element}
        ${transcript.segments.length > 0 ? tools.toolbar : nothing} ${list.element}
        ${tools.popovers} ${help.element} ${toasts.render()}
      `,
      element,
    );
  };

  /** Rows that are not rendered yet would be missing on paper. */
  const beforePrint = (): void => list.complete();

  const watch = (): void => {
    follow.watch();
    addEventListener('beforeprint', beforePrint);
  };

  const unwatch = (): void => {
    suspended = true;
    marker.stop();
    follow.stop();
    tools.suspend();
    toasts.hide();
    removeEventListener('beforeprint', beforePrint);
  };

  built = true;
  draw();
  watch();

  return {
    element,
    seek,
    playSegment: player.playSegment,
    update(content) {
      edits = content.edits;
      // Its Undo button may no longer refer to the last edit.
      toasts.hide();
      const indexes = speakerIndexes(content);
      shown = { transcript: content.transcript, ...toTurns(content.transcript, indexes) };
      list.update(shown.transcript, shown.turns, shown.speakers);
      overview.update(shown.transcript, shown.speakers);
      tools.update();
      draw();
    },
    setEditing(editing) {
      if (editing === null) toasts.hide();
      tools.setEditing(editing);
    },
    suspend() {
      unwatch();
      player.suspend();
    },
    resume() {
      suspended = false;
      player.resume();
      watch();
      marker.synchronise();
      tools.refresh();
    },
    dispose() {
      unwatch();
      shortcuts.dispose();
      tools.dispose();
      overview.dispose();
      list.dispose();
      player.dispose();
    },
  };
};
