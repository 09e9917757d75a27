/** Stores the ports, so that presigned addresses stay valid after a restart. */
import path from 'node:path';
import { ContractError } from '../../../src/protocol/index.js';
import {
  field,
  object,
  optional,
  positiveInteger,
  type Reader,
} from '../../../src/protocol/read.js';
import type { Host } from '../http/host.js';
import { isTaken, listenNear } from '../near-port.js';
import { recordFile, type RecordFile } from './record-files.js';

export interface Ports {
  readonly service: number;
  /** Missing if no storage host was started. */
  readonly storage?: number;
}

const portNumber: Reader<number> = (value, place) => {
  if (positiveInteger(value, place) <= 65_535) return value as number;
  throw new ContractError(place, 'must be the number of a port');
};

const readPorts: Reader<Ports> = (json, place) => {
  const source = object(json, place);
  return {
    service: field(source, place, 'service', portNumber),
    ...optional(source, place, 'storage', portNumber),
  };
};

export const portsFile = (directory: string): RecordFile<Ports> =>
  recordFile(path.join(directory, 'ports.json'), readPorts);

export const portOf = ({ url }: Host): number => Number(new URL(url).port);

export interface StartOn {
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
