/** The reader of one recording: its store, what listens to it, and what is drawn from it. */
import { nothing, type CSSResult, type TemplateResult } from 'lit';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { ref, createRef } from 'lit/directives/ref.js';
import type { ReaderStrings } from '../strings/strings.js';
import { createCursor, currentSegment, type Cursor } from '../transcript/cursor.js';
import { html } from '../ui/html.js';
import { whenIdle } from '../ui/on-demand.js';
import { createNameHint, turnToName } from './edit/name-hint.js';
import { createHeader } from './header/header.js';
import type { LaterCode, LaterParts } from './later-parts.js';
import { createAudio } from './player/audio.js';
import type { AudioSource } from './player/playback.js';
import { createFocusKeeper, createPlayerBar, isPlayable } from './player/player-bar.js';
import {
  playerShortcuts,
  runShortcut,
  undoRequest,
  withoutCharacters,
} from './player/shortcuts.js';
import { nextTask } from './next-task.js';
import type { RememberedFlag } from './remembered-flag.js';
import type { PlayedAudio, ReaderContent } from './reader-content.js';
import {
  createReaderStore,
  initialState,
  type Preferences,
  type ReaderCallbacks,
} from './store.js';
import { createFollowing } from './turns/follow.js';
import { make } from './turns/rows.js';
import { createTurnList } from './turns/turn-list.js';

/** In ms. A busy page loads the later parts nevertheless. */
const IDLE_TIMEOUT = 500;

export type Reading = ReturnType<typeof createReading>;

interface ReadingOptions extends ReaderCallbacks {
  readonly host: ReactiveControllerHost;
  readonly strings: ReaderStrings;
  readonly locale: string | undefined;
  readonly preferences: Preferences;
  /** True once the hint to name the speakers was shown. */
  readonly hint: RememberedFlag;
  readonly addStyles: AddStyles;
  /** What makes the parts that are not needed to read and to play, or loads it. May be called again after a failure. */
  readonly later: LaterCode | (() => Promise<LaterCode>);
  /** The user's settings have changed; they apply to the next recording too. */
  readonly onPreferences: (preferences: Preferences) => void;
}

/** Adds styles to the element that shows the reader, before it is drawn next. */
export type AddStyles = (styles: readonly CSSResult[]) => void;

/** Makes the parts of a reader. Each one knows the store, and only those that were made before it. */
export const createReading = (content: ReaderContent, options: ReadingOptions) => {
  const { host, strings, locale, hint } = options;
  // The parts are made for the transcript without corrections, which `follow` then adds.
  const { original: transcript, title } = content;
  const { audio: sources, recording = null } = content.played;
  const store = createReaderStore(
    initialState(transcript, title, options.preferences, { hint: !hint.get(), recording }),
  );
  const context = {
    ...{ host, store, strings },
    announce: (sentence: string, instead?: string): void => options.announce?.(sentence, instead),
    usesCharacterKeys: (): boolean =>
      options.allowsCharacterKeys?.() !== false && state().preferences.characterKeys,
  };
  const { getState: state, dispatch } = store;
  let cursor = createCursor(transcript.segments);
  let pointed = transcript.segments;
  /** Of the corrected transcript. */
  const cursorNow = (): Cursor => {
    const { segments } = state().transcript;
    if (segments !== pointed) [pointed, cursor] = [segments, createCursor(segments)];
    return cursor;
  };
  /** Null until they are loaded. */
  let later: LaterParts | null = null;
  let isDisposed = false;
  /** The start, in ms, of what is to be corrected once stored corrections are read. */
  let waitingMs: number | null = null;

  /** Audio at an address may have to be fetched to play it. Then it is not fetched again to draw it. */
  const isOpenedFirst = (source: AudioSource | null): boolean =>
    typeof source === 'string' && options.openAudio !== undefined;

  /** The audio that the waveform shows; null for none, and until it is opened. */
  let drawn: AudioSource | null = isOpenedFirst(recording) ? null : recording;
  const draw = (source: AudioSource | null): void => {
    drawn = source;
    later?.draw(source);
  };

  const audio = createAudio(
    context,
    [sources ?? []].flat(),
    options.openAudio,
    (source, { copy }) => {
      if (isOpenedFirst(source) && source === state().recording) draw(copy ?? source);
    },
  );
  const player = createPlayerBar(context, audio);
  const list = createTurnList(context, audio.playFrom);
  const renderHint = createNameHint(context, list);
  const following = createFollowing(store, list, cursorNow, audio.now);
  store.subscribe((now, before, event) => {
    if (event.type === 'correct' && now.editsSoon)
      waitingMs = now.transcript.segments[event.segment]?.start_ms ?? null;
    // Only the later parts do something with these.
    else if (later === null && (event.type === 'correct' || event.type === 'name-speaker'))
      void use(() => dispatch(event));
    if (now === before) return;
    if (now.playing !== before.playing) options.onSegment?.(now.playing);
    if (now.recording !== before.recording && !isOpenedFirst(now.recording)) draw(now.recording);
    if (turnToName(now) !== null && turnToName(before) === null) hint.set(true);
    if (now.preferences !== before.preferences) options.onPreferences(now.preferences);
    host.requestUpdate();
  });

  const root = createRef<HTMLElement>();
  const within = (selector: string): HTMLElement | null =>
    root.value?.querySelector<HTMLElement>(selector) ?? null;

  const moreButton = make('button', 'tool', null);
  moreButton.setAttribute('type', 'button');
  moreButton.setAttribute('aria-haspopup', 'menu');
  moreButton.setAttribute('aria-expanded', 'false');
  moreButton.addEventListener('click', () => {
    // Once it is loaded, the menu listens itself.
    if (later === null) void use(() => moreButton.click());
  });

  const addLaterParts = ({ createLaterParts, laterStyles }: LaterCode): void => {
    if (isDisposed || later !== null) return;
    options.addStyles(laterStyles);
    const own = { list, audio, cursor: cursorNow(), locale, drawn, moreButton, shortcuts };
    later = createLaterParts(context, options, { ...own, onNew: () => onNew });
    host.requestUpdate();
  };

  /** Rejects if they could not be loaded. */
  const load = async (): Promise<void> =>
    addLaterParts(typeof options.later === 'function' ? await options.later() : options.later);

  /** Uses a part, at once if it is loaded. A failed download is tried again at the next use. */
  const use = async (run: (parts: LaterParts) => void): Promise<void> => {
    if (later !== null) return run(later);
    const isMissing = await load().then(
      () => false,
      () => true,
    );
    const problem = isMissing ? strings.editorFailed : '';
    if (problem !== state().problem) dispatch({ type: 'problem', problem });
    if (isMissing) context.announce(problem);
    // They are drawn in this task.
    await new Promise<void>(nextTask);
    if (later !== null && root.value?.isConnected === true) run(later);
  };

  const showShortcuts = (): void => void use((parts) => parts.showShortcuts());
  const undo = (): void => void use((parts) => parts.undo());
  const redo = (): void => void use((parts) => parts.redo());

  const header = createHeader(context, {
    ...{ undo, redo, moreButton },
    onSearch: () => void use((parts) => parts.toggleSearch()),
    onExport: (button, isClick) => void use(({ exporting }) => exporting.toggle(button, isClick)),
    onExportPress: () => later?.exporting.press(),
  });

  /** During playback, the segment that is heard; else the focused one, or the one in view. */
  const correctHere = (): void => {
    const { playback, playing } = state();
    const heard = playing[0] ?? currentSegment(state().transcript.segments, playback.position);
    const segment = (playback.playing ? heard : list.focused) ?? list.place();
    dispatch({ type: 'correct', segment });
  };

  const allShortcuts = () => [
    ...playerShortcuts(context, audio, showShortcuts),
    { keys: ['/'], label: strings.search, run: () => void use((parts) => void parts.openSearch()) },
    ...(state().editing === null && !state().editsSoon
      ? []
      : [{ keys: ['e'], label: strings.correctText, run: correctHere }]),
  ];

  const shortcuts = () =>
    context.usesCharacterKeys() ? allShortcuts() : withoutCharacters(allShortcuts());

  const onKeydown = (event: KeyboardEvent): void => {
    const { target } = event;
    // Typing and choosing must not trigger shortcuts.
    const isIn = (selector: string): boolean => (target as Element).closest(selector) !== null;
    if (isIn('dialog, [popover]') || later?.runMore(event) === true || isIn('form')) return;
    const request = state().editing && undoRequest(event);
    if (!request) return runShortcut(shortcuts(), event);
    event.preventDefault();
    (request === 'undo' ? undo : redo)();
  };

  const controllers: readonly ReactiveController[] = [
    ...[audio, following, createFocusKeeper(within)],
  ];
  for (const controller of controllers) host.addController(controller);
  if (typeof options.later !== 'function') addLaterParts(options.later);

  let onNew: (() => void) | null = null;
  let { played } = content;
  let sought: ReaderContent['sought'] = null;

  const setAudio = ({ audio: next, recording: shown = null }: PlayedAudio): void => {
    const { recording: before } = state();
    if (shown !== null && shown !== before && (before === null || later?.isMeasured() !== true))
      dispatch({ type: 'recording', recording: shown });
    audio.setSources([next ?? []].flat());
  };

  /** Shows what has changed. The waveform of other audio is drawn only if there is none yet. */
  const follow = (next: ReaderContent): void => {
    const { transcript: shown, editing, editsSoon, drafts, title: titled } = state();
    if (next.transcript !== shown) {
      const { transcript: corrected, original, edits } = next;
      dispatch({ type: 'corrected', transcript: corrected, original, edits });
    }
    if (next.title !== titled) dispatch({ type: 'titled', title: next.title });
    const isSoon = next.editsSoon === true;
    const isOther =
      next.editing?.canUndo !== editing?.canUndo || next.editing?.canRedo !== editing?.canRedo;
    if (isOther || isSoon !== editsSoon)
      dispatch({ type: 'editing', editing: next.editing, editsSoon: isSoon });
    if (waitingMs !== null && !isSoon) {
      const segment = currentSegment(next.transcript.segments, waitingMs);
      waitingMs = null;
      if (next.editing !== null && segment !== null) dispatch({ type: 'correct', segment });
    }
    if (next.drafts !== drafts) dispatch({ type: 'drafts', drafts: next.drafts });
    if (next.played !== played) setAudio((played = next.played));
    if (next.sought !== sought && next.sought !== null) {
      const { ms, end } = next.sought;
      if (end === null) audio.seek(ms);
      else audio.seekPassage(ms, end);
    }
    sought = next.sought;
  };
  follow(content);

  return {
    follow,
    /** Saves what is typed in the text. */
    settle: (): void => dispatch({ type: 'settle' }),
    /** `strings` has the texts of another language now. */
    relabel(): void {
      list.relabel();
      later?.relabel();
      host.requestUpdate();
    },
    /** Loads the later parts in an idle moment, unless they are there. Never rejects. */
    async complete(): Promise<void> {
      if (later !== null) return;
      await new Promise<void>((resolve) => whenIdle(resolve, { timeout: IDLE_TIMEOUT }));
      await load().catch(() => undefined);
    },
    /** `onNew` starts over with another recording; null hides that button. */
    render(onNewNow: (() => void) | null): TemplateResult {
      const now = state();
      onNew = onNewNow;
      return html`
        <div
          class="reader ${isPlayable(now.playback) ? '' : 'no-audio'}"
          part="reader"
          tabindex="-1"
          @keydown=${onKeydown}
          ${ref(root)}
        >
          ${header(now, onNew, later)}
          <slot name="finished"></slot>
          <p class="problem" part="error-message" ?hidden=${now.problem === ''}>${now.problem}</p>
          ${later?.renderSearch(now)}
          ${
            now.playback.audio === 'none' && options.choosesAudio === false
              ? nothing
              : player.render(now, later?.waveform ?? null)
          }
          ${player.renderNotices(now)} ${renderHint(now)} ${later?.renderDraft(now)} ${list.element}
          ${later?.render(now)}
        </div>
      `;
    },
    dispose(): void {
      // It must release the media session after it has paused, so it comes first.
      audio.dispose();
      for (const controller of controllers) {
        host.removeController(controller);
        controller.hostDisconnected?.();
      }
      isDisposed = true;
      later?.dispose();
      list.dispose();
    },
  };
};
