/** Connects headset keys and the lock screen to the player. A page has one session; whoever played last has it. */
import type { PlaybackState } from './playback.js';

export const createMediaSession = (options: {
  readonly title: () => string;
  readonly playback: () => Pick<PlaybackState, 'playing' | 'position' | 'audioLength' | 'rate'>;
  /** Times in milliseconds. */
  readonly commands: Record<'play' | 'pause' | 'previous' | 'next', () => void> &
    Record<'skip' | 'seek', (ms: number) => void>;
  /** Milliseconds to skip if the device gives no offset. */
  readonly step: number;
}) => {
  const { title, playback, commands, step } = options;
  if (!('mediaSession' in navigator) || typeof MediaMetadata === 'undefined')
    return { synchronise: () => undefined, release: () => undefined };

  const session = navigator.mediaSession;
  const metadata = new MediaMetadata({ title: title() });
  const offset = ({ seekOffset }: MediaSessionActionDetails): number =>
    seekOffset ? seekOffset * 1000 : step;
  const handlers: readonly (readonly [MediaSessionAction, MediaSessionActionHandler])[] = [
    ['play', () => commands.play()],
    ['pause', () => commands.pause()],
    ['seekbackward', (details) => commands.skip(-offset(details))],
    ['seekforward', (details) => commands.skip(offset(details))],
    ['seekto', ({ seekTime }) => seekTime !== undefined && commands.seek(seekTime * 1000)],
    ['previoustrack', () => commands.previous()],
    ['nexttrack', () => commands.next()],
  ];
  let shown = '';

  /** The session is ours if it shows our metadata. */
  const isOurs = (): boolean => session.metadata === metadata;

  const take = (): void => {
    session.metadata = metadata;
    shown = '';
    for (const [action, handler] of handlers) session.setActionHandler(action, handler);
  };

  return {
    /** Call this whenever playback changes. Takes the session when playback starts. */
    synchronise(): void {
      const { playing, position, audioLength, rate } = playback();
      if (playing && !isOurs()) take();
      if (!isOurs()) return;
      if (metadata.title !== title()) metadata.title = title();
      session.playbackState = playing ? 'playing' : 'paused';
      if (audioLength === null) return;
      // The browser advances the position itself, so report only changes, at most once per second.
      const news = `${playing} ${Math.round(position / 1000)} ${audioLength} ${rate}`;
      if (news === shown) return;
      shown = news;
      session.setPositionState({
        duration: audioLength / 1000,
        position: Math.min(Math.max(0, position), audioLength) / 1000,
        playbackRate: rate,
      });
    },
    /** Releases the session, unless another player has taken it. */
    release(): void {
      if (!isOurs()) return;
      session.metadata = null;
      session.playbackState = 'none';
      session.setPositionState();
      for (const [action] of handlers) session.setActionHandler(action, null);
    },
  };
};
