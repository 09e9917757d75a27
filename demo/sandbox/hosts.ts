/** The two origins: the service and the storage host. */
import { startHost, type Host, type HostOptions } from './host.js';
import { forbiddenPort } from '../ports.js';
import type { Route } from '../service/route.js';
import { jsonRefusal } from '../service/service.js';
import { isCredentialHeader, xmlRefusal } from '../service/storage-routes.js';
import type { SandboxOptions } from './options.js';
import type { Folders } from './state/folders.js';

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
        throw new Error(forbiddenPort(name, port), { cause: error });
      if (!isTaken(error)) throw error;
      if (port === last)
        throw new Error(`Ports ${first} to ${last} are taken. Set ${name} to a free one.`, {
          cause: error,
        });
      onTaken(port);
    }
  }
};

interface HostsOptions extends Pick<HostOptions, 'log' | 'resolveSession'> {
  readonly options: Pick<SandboxOptions, 'host' | 'servicePort' | 'storagePort' | 'onTakenPort'>;
  /** The file that stores the ports between starts. */
  readonly ports: Folders['ports'];
  readonly service: readonly Route[];
  readonly storage: readonly Route[];
  /** Called with the origin of the storage host before the service starts. */
  readonly storageListensAt: (origin: string) => void;
}

const STORAGE = {
  name: 'storage',
  refuse: xmlRefusal,
  forbiddenHeader: isCredentialHeader,
  variable: 'SANDBOX_STORAGE_PORT',
  option: 'storagePort',
} as const;
const SERVICE = {
  name: 'service',
  refuse: jsonRefusal,
  // No page may hold the key pair (section 5, rule 2).
  forbiddenHeader: (name: string) => name.startsWith('x-client-'),
  variable: 'SANDBOX_PORT',
  option: 'servicePort',
} as const;

/** Rejects if a requested port is taken and `onTakenPort` is missing. */
export const startHosts = async (given: HostsOptions) => {
  const { options, ports, log, resolveSession } = given;
  const { onTakenPort } = options;
  const lastPorts = await ports.load();
  const opened: Host[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(opened.map((host) => host.close()));
  };
  /** On the requested port, else on the previous one, else on any free port. */
  const start = async (
    { variable, option, ...form }: typeof STORAGE | typeof SERVICE,
    routes: readonly Route[],
  ): Promise<Host> => {
    const listen = async (port: number): Promise<Host> => {
      const address = options.host ?? '127.0.0.1';
      const host = await startHost({ address, log, resolveSession, routes, port, ...form });
      opened.push(host);
      return host;
    };
    const asked = options[option];
    const last = lastPorts?.[form.name];
    if (asked !== undefined && onTakenPort !== undefined)
      return listenNear(variable, asked, listen, onTakenPort);
    if (asked !== undefined || last === undefined) return listen(asked ?? 0);
    return listen(last).catch((error: unknown) => {
      if (!isTaken(error)) throw error;
      onTakenPort?.(last);
      return listen(0);
    });
  };
  try {
    const storage = await start(STORAGE, given.storage);
    given.storageListensAt(storage.url);
    const service = await start(SERVICE, given.service);
    const portOf = ({ url }: Host): number => Number(new URL(url).port);
    await ports.write({ service: portOf(service), storage: portOf(storage) });
    return { service, close };
  } catch (error) {
    await close();
    throw error;
  }
};
