/** What is heard when a line is clicked, in files as recorders, phones and tools leave them. */
import { isWebKitGtk } from '../../src/peaks/webkit-gtk.js';
import { check, ready, rows, show, SOME } from './hearing.js';
import { recording } from './media-support.js';

/** It has no decoder that can be used, so that this sound is not converted. */
const hasDecoder = !isWebKitGtk(navigator.userAgent);
const CONVERTED = ['tone-channels.mp3', 'tone-rates.mp3', 'tone.webm', 'tone-opus.mp4'];

describe('a clicked line is heard, whatever shape the file has', () => {
  after(() => console.log(rows.join('\n')));

  for (const [name, late = 0] of [
    ['tone-ima.wav'],
    ['tone-ms.wav'],
    ['tone-mp3.wav'],
    ['tone-double.wav'],
    ['tone-stream.wav'],
    ['tone-cover.mp3'],
    ['tone-half-count.mp3'],
    ['tone-garbage.mp3'],
    ['tone-channels.mp3'],
    ['tone-rates.mp3'],
    ['tone-trimmed.m4a', -3],
    ['tone-long-size.m4a'],
    ['tone-fragments.m4a'],
    ['tone.webm'],
    ['tone-opus.mp4'],
  ] as const) {
    it(`in ${name}`, async () => {
      if (!hasDecoder && CONVERTED.includes(name)) return;
      const element = await show(late);
      element.selectFile(await recording(name));
      await ready(element);
      await check(name, element, late, SOME);
    });
  }

  for (const bytesPerSecond of [8_000, 64_000])
    it(`in a WAV file of 32,000 bytes a second that says ${bytesPerSecond}`, async () => {
      const bytes = new Uint8Array(await (await recording('tone.wav')).arrayBuffer());
      new DataView(bytes.buffer).setUint32(28, bytesPerSecond, true);
      const element = await show();
      element.selectFile(new File([bytes], 'tone.wav', { type: 'audio/wav' }));
      await ready(element);
      await check(`${bytesPerSecond} bytes a second`, element, 0, SOME);
    });

  it('in an MP3 of more than 100 MB', async () => {
    // Only Firefox gets a copy of the bytes.
    if (!navigator.userAgent.includes('Firefox/')) return;
    const element = await show();
    const large = [await recording('tone-vbr.mp3'), new Uint8Array(110_000_000)];
    element.selectFile(new File(large, 'tone-vbr.mp3'));
    await ready(element);
    await check('110 MB', element, 0, SOME);
  });
});
