/** What is heard when a line is clicked: every tenth line of files, and some lines of audio at addresses. */
import { check, copied, ready, rows, show, SOME } from './hearing.js';
import { recording } from './media-support.js';

describe('a clicked line is heard', () => {
  after(() => console.log(rows.join('\n')));

  for (const [name, late = 0] of [
    ['tone.mp3'],
    ['tone-vbr.mp3'],
    ['tone-xing.mp3'],
    ['tone-telephone.mp3'],
    ['tone-joined.mp3'],
    ['tone.aac'],
    ['tone.m4a'],
    ['tone-he.m4a'],
    ['tone-picture.mp4'],
    ['tone-late.m4a', 3],
    ['tone-tracks.m4a'],
    ['tone-rf64.wav'],
  ] as const) {
    it(`in ${name}`, async () => {
      const element = await show(late);
      element.selectFile(await recording(name));
      await ready(element);
      await check(name, element, late);
    });
  }

  for (const [host, name] of [
    ['ranges', 'tone.m4a'],
    ['ranges', 'tone-vbr.mp3'],
    ['ranges', 'tone.aac'],
    ['no-range', 'tone.m4a'],
    ['no-range', 'tone-vbr.mp3'],
    ['no-length', 'tone.m4a'],
    ['no-length', 'tone.mp3'],
  ] as const) {
    it(`in ${name} of a host with ${host}`, async () => {
      const element = await show();
      element.audioUrl = `/hosts/${host}/${name}`;
      element.transcriptionId = 'tone';
      await ready(element);
      if (host !== 'ranges' || !name.endsWith('.m4a')) await copied(element);
      await check(`${host}/${name}`, element, 0, SOME);
    });
  }
});
