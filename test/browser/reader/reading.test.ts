import { expect } from '@open-wc/testing';
import { normaliseTranscript } from '../../../src/transcript/transcript.js';
import { recordSeeks } from '../../support/record-seeks.js';
import { speech } from './list-support.js';
import {
  happened,
  showPlayable,
  showReader,
  talk,
  until,
  wave,
  type ReaderHost,
} from './reader-support.js';

describe('transcript in the reader', () => {
  it('shows turns with their speaker and their time', async () => {
    const host = await showReader();
    expect(host.all('[part~="speaker-name"]').map((name) => name.textContent)).to.deep.equal([
      'Anna',
      'Bob',
      'דנה',
    ]);
    expect(host.texts).to.deep.equal(talk.segments.map(({ text }) => text));
    expect(host.allByPart('segment-time').map((time) => time.textContent?.trim())).to.deep.equal([
      '0:00',
      '0:01',
      '0:04',
    ]);
    expect(host.text(3).lang).to.equal('he');
    // The words of the interface beside them are in the language of the page.
    expect(host.text(0).lang).to.equal('en');
    for (const [at, time] of host.allByPart('segment-time').entries())
      expect(time.closest('[lang]'), String(at)).to.equal(null);
    expect(getComputedStyle(host.text(3)).direction).to.equal('rtl');
  });

  it('distinguishes speakers by more than colour', async () => {
    const host = await showReader();
    const badges = host.all('h3 [part~="speaker-badge"]');
    expect(badges.map((badge) => badge.textContent)).to.deep.equal(['A', 'B', 'ד']);
    expect(new Set(badges.map((badge) => getComputedStyle(badge).backgroundColor)).size).to.equal(
      3,
    );
  });

  it('shows a message if there is no speech', async () => {
    const host = await showReader({ transcript: normaliseTranscript({}) });
    expect(host.byPart('transcript').textContent).to.contain('No speech');
    expect(host.allByPart('search-field')).to.have.length(0);
  });

  it('is accessible with and without audio', async () => {
    await expect(await showReader()).to.be.accessible();
    const host = await showPlayable();
    host.seek(1600);
    await expect(host).to.be.accessible();
  });

  it('does not scroll sideways at 320 pixels', async () => {
    const host = await showPlayable();
    host.style.cssText = 'display: block; inline-size: 320px';
    expect(host.byPart('reader').scrollWidth).to.be.at.most(320);
    const buttons = [
      ...host.all('[part~="player"] :is(button, select)'),
      ...host.header.querySelectorAll('button'),
    ];
    for (const button of buttons) {
      if (!button.checkVisibility()) continue;
      const { width, height } = button.getBoundingClientRect();
      expect(Math.min(width, height), button.ariaLabel ?? '').to.be.at.least(44);
    }
  });
});

/** `talk`, ten times as slow, so that no late timer misses a segment. */
const slowTalk = normaliseTranscript({
  ...talk,
  duration: 60,
  segments: talk.segments.map((segment) => ({
    ...segment,
    start_ms: segment.start_ms * 10,
    end_ms: segment.end_ms * 10,
  })),
});

/** Plays on from just before a time, until these segments are marked. */
const playInto = async (host: ReaderHost, ms: number, marked: readonly number[]): Promise<void> => {
  host.seek(ms - 100);
  await until(() => String(host.marked) === String(marked));
};

describe('playback in the reader', () => {
  it('seeks one millisecond into a segment whose text is clicked', async () => {
    const host = await showPlayable();
    // It stays there, as it would play on at once.
    host.audio.play = () => Promise.resolve();
    const seeks = recordSeeks(host.audio);
    host.text(2).click();
    expect(seeks).to.deep.equal([1.501]);
    await host.updateComplete;
    expect(host.marked).to.deep.equal([1, 2]);
    expect(host.one('[part~="player"] > span').textContent).to.equal('0:01');
  });

  it('plays from a segment that is clicked, by its text, its time or the keyboard', async () => {
    const host = await showPlayable();
    host.audio.muted = true;
    for (const click of [
      () => host.text(2).click(),
      () => host.one('h3 ~ [part~="segment-time"]').click(),
      () => host.focusLine(1).click(),
    ]) {
      const playing = happened(host.audio, 'play');
      click();
      await playing;
      expect(host.audio.paused).to.equal(false);
      host.audio.pause();
    }
  });

  it('does not seek while text is selected', async () => {
    const host = await showPlayable();
    const text = host.text(2);
    const selection = getSelection();
    selection?.setBaseAndExtent(text.firstChild ?? text, 0, text.firstChild ?? text, 3);
    text.click();
    expect(host.segments).to.deep.equal([]);
    selection?.removeAllRanges();
    text.click();
    expect(host.segments).to.deep.equal([[1, 2]]);
  });

  it('marks segments without rendering the list again', async () => {
    const host = await showPlayable();
    const before = host.allByPart('segment');
    let replaced = 0;
    const observer = new MutationObserver((records) => (replaced += records.length));
    observer.observe(host.one('[role="article"]'), {
      childList: true,
      characterData: true,
      subtree: true,
    });
    for (const ms of [500, 1600, 3500, 4500]) host.seek(ms);
    host.requestUpdate();
    await host.updateComplete;
    replaced += observer.takeRecords().length;
    observer.disconnect();
    expect(replaced).to.equal(0);
    expect(host.allByPart('segment')).to.deep.equal(before);
    expect(host.segments).to.deep.equal([[0], [1, 2], [], [3]]);
    expect(host.marked).to.deep.equal([3]);
    expect(host.one('[data-index="3"]').part.contains('segment-playing')).to.equal(true);
    expect(host.one('[data-index="1"]').part.contains('segment-playing')).to.equal(false);
  });

  it('can seek before the audio is loaded', async () => {
    const host = await showReader({ audio: wave(6) });
    host.seek(4200);
    expect(host.marked).to.deep.equal([3]);
    if (host.audio.currentTime < 4) await happened(host.audio, 'seeked');
    expect(host.audio.currentTime).to.be.closeTo(4.2, 0.01);
  });

  it('marks segments as they play', async () => {
    const host = await showPlayable(slowTalk, 60);
    host.audio.muted = true;
    const select = host.control<HTMLSelectElement>('Playback speed');
    select.value = '3';
    select.dispatchEvent(new Event('change'));
    expect(host.audio.playbackRate).to.equal(3);
    const ended = happened(host.audio, 'ended');
    host.byPart('play-button').click();
    await playInto(host, 10_000, [1]);
    await playInto(host, 15_000, [1, 2]);
    await playInto(host, 20_000, [2]);
    await playInto(host, 30_000, []);
    await playInto(host, 40_000, [3]);
    await playInto(host, 50_000, []);
    host.seek(59_900);
    await ended;
    expect(host.segments).to.deep.equal([[0], [1], [1, 2], [2], [], [3], []]);
    expect(host.byPart('play-button').getAttribute('aria-label')).to.equal('Play');
  });

  it('seeks by buttons and by the slider', async () => {
    const host = await showPlayable();
    host.control(/^Forward/).click();
    expect(host.audio.currentTime).to.be.closeTo(6, 0.01);
    host.control(/^Back/).click();
    expect(host.audio.currentTime).to.equal(0);
    const slider = host.control<HTMLInputElement>('Position');
    slider.value = '2500';
    slider.dispatchEvent(new Event('input'));
    expect(host.audio.currentTime).to.be.closeTo(2.5, 0.01);
    await host.updateComplete;
    expect(slider.getAttribute('aria-valuetext')).to.equal('2 seconds of 6 seconds');
    const key = new KeyboardEvent('keydown', { key: 'PageDown', cancelable: true });
    slider.dispatchEvent(key);
    expect(key.defaultPrevented).to.equal(true);
    // The same place as before, while the audio still seeks.
    expect(host.audio.currentTime).to.be.closeTo(0, 0.001);
  });

  it('shows a message if there is no audio, and still scrolls to a position', async () => {
    const host = await showReader();
    expect(host.byPart('player').textContent).to.contain('No audio');
    expect(host.allByPart('play-button')).to.have.length(0);
    expect(host.focusLine(2).getAttribute('aria-label')).to.equal('Go to 0:01');
    host.focusLine(2).click();
    expect(host.marked).to.deep.equal([1, 2]);
  });

  it('shows a message if the audio cannot be played, and offers a retry', async () => {
    const broken = URL.createObjectURL(new Blob(['No audio'], { type: 'audio/wav' }));
    const host = await showReader({ audio: broken });
    if (!host.audio.error) await happened(host.audio, 'error');
    expect(host.byPart('player').textContent).to.contain('can’t be played');
    expect(host.allByPart('segment')).to.have.length(4);
    // The host has the file now.
    const address = wave(6);
    Object.defineProperty(host.audio, 'src', {
      set: () => host.audio.setAttribute('src', address),
    });
    host.control('Try again').click();
    await happened(host.audio, 'loadedmetadata');
    expect(host.allByPart('play-button')).to.have.length(1);
  });
});

describe('reader lifecycle', () => {
  it('does not affect another reader on the page', async () => {
    const first = await showPlayable();
    const second = await showPlayable();
    first.seek(4500);
    expect(first.marked).to.deep.equal([3]);
    expect(second.marked).to.deep.equal([]);
    expect(second.segments).to.deep.equal([]);
    expect(second.audio.currentTime).to.equal(0);
  });

  it('keeps playing and marking after a move within the page', async () => {
    const host = await showPlayable(slowTalk, 60);
    host.audio.muted = true;
    const playing = happened(host.audio, 'playing');
    host.byPart('play-button').click();
    await playing;
    const place = document.createElement('div');
    document.body.append(place);
    place.append(host);
    expect(host.audio.paused).to.equal(false);
    await playInto(host, 40_000, [3]);
    const ended = happened(host.audio, 'ended');
    host.seek(59_900);
    await ended;
    expect(host.segments.at(-2)).to.deep.equal([3]);
    place.remove();
  });

  it('stops the audio when it is removed or cleared', async () => {
    const host = await showPlayable();
    host.audio.muted = true;
    const { audio } = host;
    const playing = happened(audio, 'playing');
    host.byPart('play-button').click();
    await playing;
    const paused = happened(audio, 'pause');
    host.remove();
    await paused;
    host.clear();
    expect(audio.hasAttribute('src')).to.equal(false);
  });

  it('replaces one recording with another', async () => {
    const host = await showPlayable();
    const { audio } = host;
    host.show({
      transcript: normaliseTranscript({ segments: [{ start_ms: 0, end_ms: 9, text: 'New.' }] }),
      audio: null,
      title: '',
    });
    await host.updateComplete;
    expect(host.texts).to.deep.equal(['New.']);
    expect(host.all('[part~="turn"] h3')).to.have.length(0);
    expect(audio.hasAttribute('src')).to.equal(false);
    host.clear();
    await host.updateComplete;
    expect(host.allByPart('reader')).to.have.length(0);
  });

  it('draws a long transcript in a later task, and then does what it was asked meanwhile', async () => {
    const host = await showReader();
    const transcript = speech(400);
    host.show({ transcript, audio: null, title: '' });
    await host.updateComplete;
    expect(host.allByPart('reader')).to.have.length(0);
    host.seek(350_000);
    host.change({ editing: { canUndo: false, canRedo: false } });
    await until(() => host.allByPart('reader').length > 0);
    expect(host.marked).to.deep.equal([350]);
    expect(host.control(/^Rename/).checkVisibility()).to.equal(true);
  });

  it('shows only the last of two long transcripts, and none after it was cleared', async () => {
    const host = await showReader();
    host.show({ transcript: speech(400), audio: null, title: 'First' });
    host.show({ transcript: speech(401), audio: null, title: 'Second' });
    await host.updateComplete;
    await until(() => host.allByPart('reader').length > 0);
    expect(host.byPart('title').textContent).to.include('Second');
    host.show({ transcript: speech(400), audio: null, title: 'Third' });
    host.clear();
    // Another one of that length, which began later, is drawn.
    await showReader({ transcript: speech(400) });
    expect(host.allByPart('reader')).to.have.length(0);
  });
});
