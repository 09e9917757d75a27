/** The packets of a track, as far as they can be read, and their times. */
import {
  EncodedPacketSink,
  InputDisposedError,
  type EncodedPacket,
  type InputAudioTrack,
} from 'mediabunny';
import type { Piece } from '../peaks/decode-packets.js';

/** The pieces on the times of a recording that begins at `zero`. */
export async function* movedBy(zero: number, pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  for await (const piece of pieces) yield { ...piece, start: piece.start - zero };
}

/** The packets from one on, until the file ends or is damaged. `onDamage` is called with the time of the last packet. */
export async function* readPackets(
  track: InputAudioTrack,
  start: EncodedPacket,
  onDamage: (seconds: number) => void,
): AsyncGenerator<EncodedPacket> {
  const sink = new EncodedPacketSink(track);
  // `sink.packets()` reads ahead, and drops what it has read when it fails.
  for (let packet = start; ;) {
    yield packet;
    try {
      const next = await sink.getNextPacket(packet);
      if (next === null) return;
      packet = next;
    } catch (error) {
      // The file was changed, or costs too much.
      if (error instanceof DOMException || error instanceof InputDisposedError) throw error;
      return onDamage(packet.timestamp + packet.duration);
    }
  }
}

/** In seconds. Packets that are in a file twice are closer. */
const BACK_SECONDS = 1;

/**
 * The packets on one timeline. Where their times start again, as in transport streams that were joined, they follow the packet
 * before. Calls `onPacket` for each.
 */
export async function* onOneTimeline(
  packets: AsyncIterable<EncodedPacket>,
  onPacket: () => void,
): AsyncGenerator<EncodedPacket> {
  let shift = 0;
  let last = -Infinity;
  let duration = 0;
  for await (const packet of packets) {
    if (packet.timestamp < last - BACK_SECONDS) shift += last + duration - packet.timestamp;
    last = packet.timestamp;
    // The last packet before a jump back has none.
    if (packet.duration > 0) ({ duration } = packet);
    onPacket();
    yield shift === 0 ? packet : packet.clone({ timestamp: last + shift });
  }
}
