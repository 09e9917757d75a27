import { expect } from '@open-wc/testing';
import { createPlayback } from '../../../src/reader/player/playback.js';
import { findControl } from '../../support/element.js';
import { recordSeeks } from '../../support/record-seeks.js';
import {
  choose,
  chooseForLine,
  happened,
  itemOfMore,
  normaliseTranscript,
  showPlayable,
  talk,
  wave,
  type ReaderHost,
} from './reader-support.js';

const slide = (slider: HTMLInputElement, value: string): void => {
  slider.value = value;
  slider.dispatchEvent(new Event('input'));
};

describe('the slider of the position', () => {
  it('tells a screen reader nothing while only time moves it; a key and coming back tell the time', async () => {
    const host = await showPlayable();
    const slider = host.control<HTMLInputElement>('Position');
    const told = (): string => slider.getAttribute('aria-valuetext')?.split(' of ')[0] ?? '';
    const playTo = async (seconds: number): Promise<void> => {
      host.audio.currentTime = seconds;
      await happened(host.audio, 'seeked');
      await host.updateComplete;
    };
    slider.focus();
    await host.audio.play();
    host.audio.playbackRate = 0.1;
    await playTo(2);
    const first = told();
    await playTo(4);
    expect(told()).to.equal(first);
    slider.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' }));
    await host.updateComplete;
    expect(told()).to.equal('0 seconds');
    await playTo(3);
    expect(told()).to.equal('0 seconds');
    slider.blur();
    slider.focus();
    host.requestUpdate();
    await host.updateComplete;
    expect(told()).to.equal('3 seconds');
    host.audio.pause();
  });
});

describe('player volume and rate', () => {
  it('sets the volume, and restores it after mute', async () => {
    const host = await showPlayable();
    const slider = host.control<HTMLInputElement>('Volume');
    slide(slider, '0.5');
    expect(host.audio.volume).to.equal(0.5);
    await host.updateComplete;
    expect(slider.getAttribute('aria-valuetext')).to.equal('50%');
    const mute = host.control(/mute/i);
    mute.click();
    expect(host.audio.muted).to.equal(true);
    await happened(host.audio, 'volumechange');
    await host.updateComplete;
    expect(slider.value).to.equal('0');
    expect(mute.getAttribute('aria-label')).to.equal('Unmute');
    mute.click();
    expect(host.audio.muted).to.equal(false);
    expect(host.audio.volume).to.equal(0.5);
    mute.click();
    slide(slider, '0.2');
    expect(host.audio.muted).to.equal(false);
  });

  it('is audible again after unmuting from volume zero', async () => {
    const host = await showPlayable();
    slide(host.control<HTMLInputElement>('Volume'), '0');
    await happened(host.audio, 'volumechange');
    host.control(/mute/i).click();
    expect(host.audio.volume).to.equal(1);
    expect(host.audio.muted).to.equal(false);
  });

  it('hides the volume if the device controls it', async () => {
    const own = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'volume') ?? {};
    Object.defineProperty(HTMLMediaElement.prototype, 'volume', {
      ...own,
      get: () => 1,
      set: () => undefined,
    });
    try {
      const host = await showPlayable();
      expect(findControl(host, 'Volume')).to.equal(null);
      expect(host.control('Mute').getClientRects()).to.have.length(1);
    } finally {
      Object.defineProperty(HTMLMediaElement.prototype, 'volume', own);
    }
  });

  it('keep their values for the next recording in the same element, and only there', async () => {
    const host = await showPlayable();
    const select = host.control<HTMLSelectElement>('Playback speed');
    select.value = '1.5';
    select.dispatchEvent(new Event('change'));
    slide(host.control<HTMLInputElement>('Volume'), '0.25');
    host.control(/mute/i).click();
    await choose(host, 'More', 'Skip silence');
    host.show({ transcript: talk, audio: wave(6), title: '' });
    await host.updateComplete;
    await happened(host.audio, 'loadedmetadata');
    expect(host.audio).to.include({ playbackRate: 1.5, volume: 0.25, muted: true });
    expect(itemOfMore(host, 'Skip silence').ariaChecked).to.equal('true');
    expect(host.control<HTMLSelectElement>('Playback speed').value).to.equal('1.5');
    const other = await showPlayable();
    expect(other.audio).to.include({ playbackRate: 1, volume: 1, muted: false });
    expect(itemOfMore(other, 'Skip silence').ariaChecked).to.equal('false');
  });
});

/** What is shown about the range that is played, with the button that ends it; null if there is none. */
const rangeShown = (host: ReaderHost): string | null =>
  findControl(host, /^(Keep playing|Stop repeating)$/)?.closest('div')?.textContent ?? null;

describe('playing a single segment', () => {
  const show = async (): Promise<ReaderHost> => {
    const host = await showPlayable();
    host.audio.muted = true;
    return host;
  };

  it('stops at its end, with the segment still marked and no other', async () => {
    const host = await show();
    const paused = happened(host.audio, 'pause');
    await chooseForLine(host, 0, 'Play this line only');
    expect(rangeShown(host)).to.contain('Playing only 0:00–0:01');
    await paused;
    await host.updateComplete;
    expect(host.audio.currentTime).to.be.closeTo(0.999, 0.0005);
    expect(host.marked).to.deep.equal([0]);
    expect(host.segments).to.deep.equal([[0]]);
    expect(rangeShown(host)).to.equal(null);
  });

  it('loops until the button is pressed, then playback continues', async () => {
    const host = await show();
    const seeks = recordSeeks(host.audio);
    await chooseForLine(host, 1, 'Repeat this line');
    expect(itemOfMore(host, 'Repeat the playing line').ariaChecked).to.equal('true');
    expect(rangeShown(host)).to.contain('Repeating 0:01–0:02');
    while (seeks.length < 3) await happened(host.audio, 'seeking');
    for (const seconds of seeks) expect(seconds).to.equal(1.001);
    await expect(host).to.be.accessible();
    const button = host.control(/^(Stop|Keep)/);
    button.focus();
    const repeats = seeks.length;
    button.click();
    await host.updateComplete;
    expect(host.shadowRoot?.activeElement).to.equal(host.byPart('play-button'));
    expect(rangeShown(host)).to.equal(null);
    expect(host.audio.paused).to.equal(false);
    while (host.audio.currentTime < 2.1) await happened(host.audio, 'timeupdate');
    expect(seeks).to.have.length(repeats);
  });

  it('loops the playing segment from the menu, and stops there too', async () => {
    const host = await show();
    host.seek(4_500);
    await choose(host, 'More', 'Repeat the playing line');
    expect(rangeShown(host)).to.contain('0:04–0:05');
    await choose(host, 'More', 'Repeat the playing line');
    expect(rangeShown(host)).to.equal(null);
    expect(host.audio.paused).to.equal(false);
    host.audio.pause();
  });

  it('ends when the user seeks elsewhere', async () => {
    const host = await show();
    await chooseForLine(host, 1, 'Repeat this line');
    host.text(1).click();
    await host.updateComplete;
    expect(rangeShown(host)).to.not.equal(null);
    host.text(3).click();
    await host.updateComplete;
    expect(rangeShown(host)).to.equal(null);
  });
});

describe('seeking', () => {
  it('there and back before the first seek has ended: plays on', async () => {
    const playback = createPlayback({
      sources: [wave(6)],
      length: 6_000,
      onChange: () => undefined,
    });
    const { element: audio } = playback;
    document.body.append(audio);
    await happened(audio, 'loadedmetadata');
    playback.setVolume(0);
    // Without a mend, Chromium waits for ever in about one of eight rounds.
    for (let round = 0; round < 30; round += 1) {
      for (const ms of [1_000, 4_000, 1_000]) playback.seek(ms);
      const playing = happened(audio, 'playing');
      playback.play();
      await playing;
      playback.pause();
    }
    playback.dispose();
    audio.remove();
  });
});

describe('skipping silence in the reader', () => {
  it('skips silences up to the end', async () => {
    // The silences are long, so that no late timer misses one.
    const transcript = normaliseTranscript({
      segments: [
        { start_ms: 0, end_ms: 1_000, text: 'Good morning.' },
        { start_ms: 100_000, end_ms: 103_000, text: 'Is anybody there?' },
      ],
    });
    const host = await showPlayable(transcript, 200);
    host.audio.muted = true;
    await choose(host, 'More', 'Skip silence');
    host.seek(900);
    await happened(host.audio, 'seeked');
    const seeks = recordSeeks(host.audio);
    const ended = happened(host.audio, 'ended');
    host.byPart('play-button').click();
    await ended;
    expect(seeks).to.deep.equal([99.75, 200]);
    expect(host.segments).to.deep.equal([[0], [], [1], []]);
  });

  it('plays silences again once it is switched off', async () => {
    const host = await showPlayable();
    host.audio.muted = true;
    await choose(host, 'More', 'Skip silence');
    await choose(host, 'More', 'Skip silence');
    host.seek(5_200);
    let seeks = 0;
    host.audio.addEventListener('seeking', () => (seeks += 1));
    await happened(host.audio, 'seeked');
    seeks = 0;
    host.byPart('play-button').click();
    await happened(host.audio, 'ended');
    expect(seeks).to.equal(0);
  });
});

describe('a narrow player', () => {
  it('shows play, time, the waveform and speed; the rest is in the menu', async () => {
    const host = await showPlayable();
    host.style.cssText = 'display: block; inline-size: 20rem';
    const shown = host
      .all('[part~="player"] :is(button, input, select)')
      .filter((one) => one.checkVisibility())
      .map((one) => one.ariaLabel);
    expect(shown).to.deep.equal(['Play', 'Position', 'Playback speed']);
    host.control('More').click();
    const items = host.all('[role^="menuitem"]').filter((one) => one.checkVisibility());
    const labels = items.map((one) => one.querySelector('bdi')?.textContent);
    expect(labels).to.include.members([
      'Sound',
      'Skip silence',
      'Back 10 seconds',
      'Forward 10 seconds',
    ]);
    await expect(host).to.be.accessible();
  });

  it('turns the sound off and on again in the menu', async () => {
    const host = await showPlayable();
    await choose(host, 'More', 'Sound');
    expect(host.audio.muted).to.equal(true);
    if (itemOfMore(host, 'Sound').ariaChecked === 'true')
      await happened(host.audio, 'volumechange');
    await host.updateComplete;
    expect(itemOfMore(host, 'Sound').ariaChecked).to.equal('false');
    await choose(host, 'More', 'Sound');
    expect(host.audio.muted).to.equal(false);
  });
});

describe('two players on a page', () => {
  it('pauses the one that plays when the other one starts', async () => {
    const first = await showPlayable();
    const second = await showPlayable();
    const start = async (one: ReaderHost, other: ReaderHost): Promise<void> => {
      const paused = happened(other.audio, 'pause');
      const playing = happened(one.audio, 'playing');
      one.control('Play').click();
      await Promise.all([paused, playing]);
      expect(one.audio.paused).to.equal(false);
      expect(other.audio.paused).to.equal(true);
    };
    const playing = happened(first.audio, 'playing');
    first.control('Play').click();
    await playing;
    await start(second, first);
    await start(first, second);
  });
});
