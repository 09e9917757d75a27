/** Stores the ports, so that presigned addresses stay valid after a restart. */
import path from 'node:path';
import { ContractError, positiveInteger, record, type Reader } from '../../../src/protocol/read.js';
import type { Host } from '../host.js';
import { recordFile, type RecordFile } from './record-files.js';

// Skips taken ports.

/** How many ports are tried. */
const TRIED = 10;
const LAST_PORT = 65_535;

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

/**
 * Listens on the first port, or on one of the nine after it if that is taken. Calls `onTaken` for each port that is
 * skipped. Rejects if all are taken, with `name` in the message.
 */
export const listenNear = async <Listening>(
  name: string,
  first: number,
  listen: (port: number) => Promise<Listening>,
  onTaken: (port: number) => void,
): Promise<Listening> => {
  const last = Math.min(first + TRIED - 1, LAST_PORT);
  for (let port = first; ; port++) {
    try {
      return await listen(port);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EACCES')
        throw new Error(`You may not use port ${port}. Set ${name} to one from 1024 on.`, {
          cause: error,
        });
      if (!isTaken(error)) throw error;
      if (port === last)
        throw new Error(`Ports ${first} to ${last} are taken. Set ${name} to a free one.`, {
          cause: error,
        });
      onTaken(port);
    }
  }
};

const portNumber: Reader<number> = (value, place) => {
  if (positiveInteger(value, place) <= 65_535) return value as number;
  throw new ContractError(place, 'must be the number of a port');
};

/** `storage` is missing if no storage host was started. */
const readPorts = record({ service: portNumber }, { storage: portNumber });
export type Ports = Readonly<ReturnType<typeof readPorts>>;

export const portsFile = (directory: string): RecordFile<Ports> =>
  recordFile(path.join(directory, 'ports.json'), readPorts);

export const portOf = ({ url }: Host): number => Number(new URL(url).port);

interface StartOn {
  /** The environment variable that requests the port, for messages. */
  readonly name: string;
  readonly asked: number | undefined;
  /** The port before the last stop. */
  readonly last: number | undefined;
  readonly onTaken: ((port: number) => void) | undefined;
}

/** Starts a host on the requested port, else on the previous one, else on any free port. */
export const startOn = async (
  start: (port: number) => Promise<Host>,
  { name, asked, last, onTaken }: StartOn,
): Promise<Host> => {
  if (asked !== undefined && onTaken !== undefined) return listenNear(name, asked, start, onTaken);
  if (asked !== undefined || last === undefined) return start(asked ?? 0);
  return start(last).catch((error: unknown) => {
    if (!isTaken(error)) throw error;
    onTaken?.(last);
    return start(0);
  });
};
