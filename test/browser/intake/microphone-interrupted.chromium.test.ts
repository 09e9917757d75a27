import { expect } from '@open-wc/testing';
import { part, untilPart } from '../../support/element.js';
import {
  condition,
  finish,
  make,
  recordedFile,
  secondsShown,
  startRecording,
  textOf,
  useMicrophone,
} from '../../support/microphone.js';

// Firefox does not pass a dispatched event to the listeners of a track.
describe('an interrupted recording', () => {
  const microphone = useMicrophone();

  it('keeps what was recorded when the device is unplugged, and continues with another', async () => {
    const element = await make();
    await startRecording(element, 0.7);
    microphone.tracks[0]?.dispatchEvent(new Event('ended'));
    await untilPart(element, 'notice');
    expect(textOf(element, 'notice')).to.contain('The microphone was disconnected');
    part(element, 'resume-button').click();
    await condition(() => secondsShown(element) >= 2);
    expect(microphone.tracks).to.have.length(2);
    const { size } = await finish(element);
    expect(size).to.be.greaterThan(2 * 32_000);
  });

  it('says that a call has taken the microphone', async () => {
    const element = await make();
    await startRecording(element);
    microphone.tracks[0]?.dispatchEvent(new Event('mute'));
    await untilPart(element, 'notice');
    expect(textOf(element, 'notice')).to.contain('for example by a call');
    expect(microphone.tracks[0]?.readyState).to.equal('ended');
  });

  it('says why the microphone does not open again, and can still be sent', async () => {
    const element = await make();
    await startRecording(element);
    microphone.tracks[0]?.dispatchEvent(new Event('ended'));
    microphone.refuse(new DOMException('', 'NotFoundError'));
    (await untilPart(element, 'resume-button')).click();
    await condition(() => textOf(element, 'notice').includes('No microphone was found'));
    await finish(element);
  });

  it('stops before the disk is full, keeps what was saved, and says so', async () => {
    const element = await make();
    await startRecording(element, 1);
    const { createWritable } = FileSystemFileHandle.prototype;
    FileSystemFileHandle.prototype.createWritable = () =>
      Promise.reject(new DOMException('', 'QuotaExceededError'));
    try {
      await untilPart(element, 'recording');
    } finally {
      FileSystemFileHandle.prototype.createWritable = createWritable;
    }
    expect(textOf(element, 'notice')).to.contain('could no longer be saved');
    expect((await recordedFile(element)).size).to.be.greaterThan(16_000);
  });
});
