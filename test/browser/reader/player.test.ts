import { expect } from '@open-wc/testing';
import { createReading } from '../../../src/reader/reading.js';
import {
  happened,
  readingOptions,
  ReaderHost,
  showPlayable,
  talk,
  wave,
} from './reader-support.js';

const slide = (slider: HTMLInputElement, value: string): void => {
  slider.value = value;
  slider.dispatchEvent(new Event('input'));
};

describe('player volume and rate', () => {
  it('sets the volume, and restores it after mute', async () => {
    const host = await showPlayable();
    const slider = host.byPart<HTMLInputElement>('volume');
    slide(slider, '0.5');
    expect(host.audio.volume).to.equal(0.5);
    if (slider.getAttribute('aria-valuetext') !== '50%') await happened(host.audio, 'volumechange');
    expect(slider.getAttribute('aria-valuetext')).to.equal('50%');
    const mute = host.control(/mute/i);
    mute.click();
    expect(host.audio.muted).to.equal(true);
    await happened(host.audio, 'volumechange');
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
    slide(host.byPart<HTMLInputElement>('volume'), '0');
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
      expect(host.allByPart('volume')).to.have.length(0);
      expect(host.control('Mute').getClientRects()).to.have.length(1);
    } finally {
      Object.defineProperty(HTMLMediaElement.prototype, 'volume', own);
    }
  });

  it('keep their values for the next recording in the same element, and only there', async () => {
    const host = await showPlayable();
    const select = host.byPart<HTMLSelectElement>('speed');
    select.value = '1.5';
    select.dispatchEvent(new Event('change'));
    slide(host.byPart<HTMLInputElement>('volume'), '0.25');
    host.control(/mute/i).click();
    host.control('Skip silence').click();
    host.reader.show({ transcript: talk, audio: wave(6), title: '' });
    await host.updateComplete;
    await happened(host.audio, 'loadedmetadata');
    expect(host.audio).to.include({ playbackRate: 1.5, volume: 0.25, muted: true });
    expect(host.control('Skip silence').ariaPressed).to.equal('true');
    expect(host.byPart<HTMLSelectElement>('speed').value).to.equal('1.5');
    const other = await showPlayable();
    expect(other.audio).to.include({ playbackRate: 1, volume: 1, muted: false });
    expect(other.control('Skip silence').ariaPressed).to.equal('false');
  });
});

describe('playing a single segment', () => {
  const readings: ReturnType<typeof createReading>[] = [];
  const showReading = async (audio: string | null = wave(6)) => {
    const host = new ReaderHost();
    document.body.append(host);
    const heard: (readonly number[])[] = [];
    const reading = createReading(
      { transcript: talk, audio, title: '' },
      readingOptions({ onSegment: (indexes) => heard.push(indexes) }),
    );
    host.renderRoot.append(reading.element);
    readings.push(reading);
    if (audio !== null) {
      host.audio.muted = true;
      if (host.audio.readyState < 1) await happened(host.audio, 'loadedmetadata');
    }
    return { host, reading, heard };
  };

  afterEach(() => {
    for (const reading of readings.splice(0)) {
      reading.dispose();
      (reading.element.getRootNode() as ShadowRoot).host.remove();
    }
  });

  it('stops at its end, with the segment still marked and no other', async () => {
    const { host, reading, heard } = await showReading();
    const paused = happened(host.audio, 'pause');
    reading.playSegment(0, { loop: false });
    expect(host.notice.textContent).to.contain('Playing only 0:00–0:01');
    await paused;
    expect(host.audio.currentTime).to.be.closeTo(0.999, 0.0005);
    expect(host.marked).to.deep.equal([0]);
    expect(heard).to.deep.equal([[0]]);
    expect(host.notices).to.have.length(0);
  });

  it('loops until the button is pressed, then playback continues', async () => {
    const { host, reading } = await showReading();
    const seeks: number[] = [];
    host.audio.addEventListener('seeking', () => seeks.push(host.audio.currentTime));
    reading.playSegment(1, { loop: true });
    expect(host.control('Repeat').ariaPressed).to.equal('true');
    expect(host.notice.textContent).to.contain('Repeating 0:01–0:02');
    while (seeks.length < 3) await happened(host.audio, 'seeking');
    for (const seconds of seeks) expect(seconds).to.be.within(1, 1.9);
    await expect(host).to.be.accessible();
    const button = host.control(/^(Stop|Keep)/);
    button.focus();
    const repeats = seeks.length;
    button.click();
    expect(host.shadowRoot?.activeElement).to.equal(host.byPart('play-button'));
    expect(host.notices).to.have.length(0);
    expect(host.audio.paused).to.equal(false);
    while (host.audio.currentTime < 2.1) await happened(host.audio, 'timeupdate');
    // The event of a seek that had begun may still arrive.
    expect(seeks.length - repeats).to.be.at.most(1);
  });

  it('loops the current segment on the button, and stops on the same button', async () => {
    const { host, reading } = await showReading();
    reading.seek(4_500);
    host.control('Repeat').click();
    expect(host.notice.textContent).to.contain('0:04–0:05');
    host.control('Repeat').click();
    expect(host.notices).to.have.length(0);
    expect(host.audio.paused).to.equal(false);
    host.audio.pause();
  });

  it('ends when the user seeks elsewhere', async () => {
    const { host, reading } = await showReading();
    reading.playSegment(1, { loop: true });
    host.one('[data-index="1"] [part~="segment-time"]').click();
    expect(host.notices).to.have.length(1);
    host.one('[data-index="3"] [part~="segment-time"]').click();
    expect(host.notices).to.have.length(0);
  });

  it('only moves the position if there is no audio', async () => {
    const { host, reading } = await showReading(null);
    reading.playSegment(3, { loop: true });
    expect(host.marked).to.deep.equal([3]);
    expect(host.notices).to.have.length(0);
    reading.playSegment(99, { loop: false });
    expect(host.marked).to.deep.equal([3]);
  });
});

describe('skipping silence in the reader', () => {
  it('skips silences up to the end', async () => {
    const host = await showPlayable();
    host.audio.muted = true;
    host.control('Skip silence').click();
    host.reader.seek(2_900);
    await happened(host.audio, 'seeked');
    const seeks: number[] = [];
    host.audio.addEventListener('seeking', () => seeks.push(host.audio.currentTime));
    const ended = happened(host.audio, 'ended');
    host.byPart('play-button').click();
    await ended;
    expect(seeks).to.have.length(2);
    // `seeking` fires shortly after the seek was requested.
    expect(seeks[0]).to.be.within(3.74, 3.99);
    expect(seeks[1]).to.be.closeTo(6, 0.01);
    expect(host.segments).to.deep.equal([[2], [], [3], []]);
  });

  it('plays silences again once it is switched off', async () => {
    const host = await showPlayable();
    host.audio.muted = true;
    host.control('Skip silence').click();
    host.control('Skip silence').click();
    host.reader.seek(5_200);
    let seeks = 0;
    host.audio.addEventListener('seeking', () => (seeks += 1));
    await happened(host.audio, 'seeked');
    seeks = 0;
    host.byPart('play-button').click();
    await happened(host.audio, 'ended');
    expect(seeks).to.equal(0);
  });
});

/** The controls that a narrow player moves into a menu. */
const FURTHER = [/mute/i, 'Skip silence', 'Repeat'] as const;

describe('a narrow player', () => {
  it('moves secondary controls into a menu', async () => {
    const host = await showPlayable();
    host.style.inlineSize = '20rem';
    host.style.display = 'block';
    const more = host.control('More controls');
    const isShown = (name: string | RegExp): boolean =>
      host.control(name).getClientRects().length > 0;
    for (const name of FURTHER) expect(isShown(name), String(name)).to.equal(false);
    more.click();
    expect(more.getAttribute('aria-expanded')).to.equal('true');
    for (const name of FURTHER) expect(isShown(name), String(name)).to.equal(true);
    await expect(host).to.be.accessible();
    more.click();
    expect(more.getAttribute('aria-expanded')).to.equal('false');
    expect(isShown(/mute/i)).to.equal(false);
  });

  it('has no menu if there is room', async () => {
    const host = await showPlayable();
    host.style.inlineSize = '64rem';
    host.style.display = 'block';
    expect(host.control('More controls').getClientRects()).to.have.length(0);
    for (const name of FURTHER)
      expect(host.control(name).getClientRects(), String(name)).to.have.length(1);
  });
});
