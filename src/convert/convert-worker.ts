/** The part of the worker that converts recordings. The converter itself is loaded when it is needed. */
import { loadModule, type ModuleHashes } from '../peaks/load-module.js';
import {
  CONVERT,
  type ConvertEnd,
  type ConvertMessage,
  type ConvertReply,
} from './convert-messages.js';

declare const self: { postMessage(message: ConvertReply): void };

/** Converts a file. Calls `reply` with the tracks and the progress, and returns how it ended. Never rejects. */
export type Convert = (
  message: ConvertMessage,
  reply: (message: ConvertReply) => void,
) => Promise<ConvertEnd>;

const loadConverter = async (url: string, hashes: ModuleHashes): Promise<Convert | null> => {
  await loadModule(url, hashes);
  return (globalThis as { readonly [CONVERT]?: Convert })[CONVERT] ?? null;
};

const answer = async (message: ConvertMessage): Promise<void> => {
  const reply = (one: ConvertReply): void => self.postMessage(one);
  const { converterUrl, hashes = null } = message;
  const convert =
    converterUrl === null ? null : await loadConverter(converterUrl, hashes).catch(() => null);
  const end: ConvertEnd =
    convert === null
      ? { kind: 'cannot', problem: 'not-loaded', codec: '' }
      : await convert(message, reply);
  reply({ type: 'convert-end', end });
};

/** Returns false if this is not a request for a conversion. */
export const takeConvertRequest = (message: unknown): boolean => {
  const request = message as ConvertMessage | null | undefined;
  if (request?.type !== 'convert') return false;
  void answer(request);
  return true;
};
