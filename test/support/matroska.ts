/** Makes Matroska files, which the service does not accept, from other recordings. */
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  MkvOutputFormat,
  MP4,
  Output,
} from 'mediabunny';

/** The sound of an m4a file in a Matroska file, once per language. Nothing is encoded again. */
export const toMatroska = async (
  m4a: Uint8Array<ArrayBuffer>,
  languages: readonly string[] = ['und'],
): Promise<Uint8Array<ArrayBuffer>> => {
  const input = new Input({ source: new BufferSource(m4a), formats: [MP4] });
  const track = await input.getPrimaryAudioTrack();
  const config = await track?.getDecoderConfig();
  if (!track || !config) throw new Error('the recording has no sound');
  const target = new BufferTarget();
  const output = new Output({ format: new MkvOutputFormat(), target });
  const sources = languages.map((languageCode) => {
    const source = new EncodedAudioPacketSource('aac');
    output.addAudioTrack(source, { languageCode });
    return source;
  });
  await output.start();
  for await (const packet of new EncodedPacketSink(track).packets()) {
    // Matroska has no negative times.
    const timestamp = Math.max(0, packet.timestamp);
    for (const source of sources) {
      await source.add(packet.clone({ timestamp }), { decoderConfig: config });
    }
  }
  await output.finalize();
  if (target.buffer === null) throw new Error('the file was not written');
  return new Uint8Array(target.buffer);
};
