import { expect } from '@open-wc/testing';
import {
  happened,
  press,
  showEditable,
  showPlayable,
  talk,
  wave,
  type ReaderHost,
} from './reader-support.js';

const session = navigator.mediaSession;
const setActionHandler = session.setActionHandler.bind(session);
const setPositionState = session.setPositionState.bind(session);

/** Records the values written to the media session, and passes them on. */
let handlers = new Map<string, MediaSessionActionHandler>();
let positions: (MediaPositionState | undefined)[] = [];

const act = (action: MediaSessionAction, details: Partial<MediaSessionActionDetails> = {}): void =>
  handlers.get(action)?.({ action, ...details });

const play = async (host: ReaderHost): Promise<void> => {
  host.audio.muted = true;
  const playing = happened(host.audio, 'playing');
  host.byPart('play-button').click();
  await playing;
};

describe('media session', () => {
  beforeEach(() => {
    handlers = new Map();
    positions = [];
    session.setActionHandler = (action, handler) => {
      if (handler) handlers.set(action, handler);
      else handlers.delete(action);
      setActionHandler(action, handler);
    };
    session.setPositionState = (state) => {
      positions.push(state);
      setPositionState(state);
    };
  });

  afterEach(() => {
    Object.assign(session, { setActionHandler, setPositionState });
    session.metadata = null;
  });

  it('is set when playback starts, not before', async () => {
    const host = await showPlayable();
    host.seek(2_000);
    expect(session.metadata).to.equal(null);
    expect([...handlers.keys()]).to.deep.equal([]);
    await play(host);
    expect(session.metadata?.title).to.equal('Morning');
    expect(session.playbackState).to.equal('playing');
    expect([...handlers.keys()]).to.include.members([
      'play',
      'pause',
      'seekbackward',
      'seekforward',
      'seekto',
      'previoustrack',
      'nexttrack',
    ]);
    expect(positions.at(-1)).to.include({ duration: 6, playbackRate: 1 });
    expect(positions.at(-1)?.position).to.be.within(2, 6);
  });

  it("handles the device's media actions", async () => {
    const host = await showPlayable();
    await play(host);
    const paused = happened(host.audio, 'pause');
    act('pause');
    await paused;
    expect(session.playbackState).to.equal('paused');
    act('seekto', { seekTime: 3.5 });
    expect(host.audio.currentTime).to.be.closeTo(3.5, 0.01);
    act('seekbackward', { seekOffset: 1 });
    expect(host.audio.currentTime).to.be.closeTo(2.5, 0.01);
    act('seekbackward');
    expect(host.audio.currentTime).to.equal(0);
    act('seekforward', { seekOffset: 2 });
    expect(host.audio.currentTime).to.be.closeTo(2, 0.01);
    act('nexttrack');
    expect(host.marked).to.deep.equal([3]);
    act('previoustrack');
    expect(host.marked).to.deep.equal([1, 2]);
    const playing = happened(host.audio, 'playing');
    act('play');
    await playing;
    host.audio.pause();
  });

  it('plays, pauses and skips three seconds while text is typed, and leaves the field open', async () => {
    const host = await showEditable(talk, wave(6));
    if (host.audio.readyState < 1) await happened(host.audio, 'loadedmetadata');
    await play(host);
    press(host.focusLine(0), 'e');
    const paused = happened(host.audio, 'pause');
    act('pause');
    await paused;
    act('seekto', { seekTime: 1 });
    act('nexttrack');
    expect(host.audio.currentTime).to.be.closeTo(4, 0.01);
    act('previoustrack');
    expect(host.audio.currentTime).to.be.closeTo(1, 0.01);
    const playing = happened(host.audio, 'playing');
    act('play');
    await playing;
    expect(host.shadowRoot?.activeElement === host.control('Text at 0:00')).to.equal(true);
    host.audio.pause();
  });

  it('belongs to the reader that played last, and another reader does not clear it', async () => {
    const first = await showPlayable();
    const second = await showPlayable();
    second.show({ transcript: talk, audio: wave(6), title: 'Evening' });
    await second.updateComplete;
    await play(first);
    await play(second);
    expect(session.metadata?.title).to.equal('Evening');
    first.clear();
    expect(session.metadata?.title).to.equal('Evening');
    act('seekto', { seekTime: 5 });
    expect(second.audio.currentTime).to.be.closeTo(5, 0.2);
    second.clear();
    expect(session.metadata).to.equal(null);
    expect(session.playbackState).to.equal('none');
    expect([...handlers.keys()]).to.deep.equal([]);
    expect(positions.at(-1)).to.equal(undefined);
  });

  it('is cleared when the reader leaves the page', async () => {
    const host = await showPlayable();
    await play(host);
    const paused = happened(host.audio, 'pause');
    host.remove();
    expect(session.metadata).to.equal(null);
    await paused;
    expect(session.metadata).to.equal(null);
  });
});
