import { expect } from '@open-wc/testing';
import { control, untilControl, untilPart } from '../../support/element.js';
import {
  condition,
  finish,
  make,
  recordedFile,
  secondsShown,
  startRecording,
  textOf,
  untilPlayer,
  useMicrophone,
} from '../../support/microphone.js';

// Firefox does not pass a dispatched event to the listeners of a track.
describe('an interrupted recording', () => {
  const microphone = useMicrophone();

  it('keeps what was recorded when the device is unplugged, and continues with another', async () => {
    const element = await make();
    await startRecording(element, 0.7);
    microphone.tracks[0]?.dispatchEvent(new Event('ended'));
    await untilPart(element, 'error-message');
    expect(textOf(element, 'error-message')).to.contain('The microphone was disconnected');
    control(element, 'Resume').click();
    await condition(() => secondsShown(element) >= 2);
    expect(microphone.tracks).to.have.length(2);
    const { size } = await finish(element);
    expect(size).to.be.greaterThan(2 * 32_000);
  });

  it('says that a call has taken the microphone', async () => {
    const element = await make();
    await startRecording(element);
    microphone.tracks[0]?.dispatchEvent(new Event('mute'));
    await untilPart(element, 'error-message');
    expect(textOf(element, 'error-message')).to.contain('for example by a call');
    expect(microphone.tracks[0]?.readyState).to.equal('ended');
  });

  it('says why the microphone does not open again, and can still be sent', async () => {
    const element = await make();
    await startRecording(element);
    microphone.tracks[0]?.dispatchEvent(new Event('ended'));
    microphone.refuse(new DOMException('', 'NotFoundError'));
    (await untilControl(element, 'Resume')).click();
    await condition(() => textOf(element, 'error-message').includes('No microphone was found'));
    await finish(element);
  });

  it('stops before the disk is full, keeps what was saved, and says so', async () => {
    const element = await make();
    await startRecording(element, 1);
    const { createWritable } = FileSystemFileHandle.prototype;
    FileSystemFileHandle.prototype.createWritable = () =>
      Promise.reject(new DOMException('', 'QuotaExceededError'));
    try {
      await untilPlayer(element);
    } finally {
      FileSystemFileHandle.prototype.createWritable = createWritable;
    }
    expect(textOf(element, 'error-message')).to.contain('could no longer be saved');
    expect((await recordedFile(element)).size).to.be.greaterThan(16_000);
  });
});
