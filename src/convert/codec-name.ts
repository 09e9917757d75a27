/** Names the coding of a track for a user. */
import { EncodedPacketSink, type InputAudioTrack } from 'mediabunny';
import { readFrame } from '../engine/audio-headers/mpeg-audio.js';
import { isUncompressed } from '../peaks/decode-packets.js';

const CODEC_NAMES: Readonly<Record<string, string>> = {
  samr: 'AMR',
  sawb: 'AMR-WB',
  'ac-3': 'Dolby Digital',
  'ec-3': 'Dolby Digital Plus',
  ac3: 'Dolby Digital',
  eac3: 'Dolby Digital Plus',
  A_DTS: 'DTS',
  alac: 'ALAC',
  A_ALAC: 'ALAC',
  A_TRUEHD: 'TrueHD',
  'A_MPEG/L2': 'MP2',
  'A_MPEG/L1': 'MP1',
  'A_MS/ACM': 'ACM',
  A_WAVPACK4: 'WavPack',
  A_TTA1: 'TTA',
  ima4: 'ADPCM',
  opus: 'Opus',
  vorbis: 'Vorbis',
};

/** MP2 has the codec of MP3 in some containers. */
const isLayer2 = async (track: InputAudioTrack): Promise<boolean> => {
  const packet = await new EncodedPacketSink(track).getFirstPacket().catch(() => null);
  return packet !== null && readFrame(packet.data, 0)?.codec === 'mpeg-layer-2';
};

export const codecName = async (track: InputAudioTrack): Promise<string> => {
  const [codec, internal] = await Promise.all([track.getCodec(), track.getInternalCodecId()]);
  const id = codec ?? (typeof internal === 'string' ? internal : '');
  if (isUncompressed(codec)) return 'PCM';
  if (codec === 'mp3' && (await isLayer2(track))) return 'MP2';
  return CODEC_NAMES[id] ?? id.toUpperCase();
};
