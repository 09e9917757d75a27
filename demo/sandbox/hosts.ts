/** The two origins: the service, and the storage host unless the store has its own. */
import { startHost, type Host } from './host.js';
import type { Route } from '../service/route.js';
import type { SandboxOptions } from './options.js';
import type { RequestLog } from './request-log.js';
import { jsonRefusal } from '../service/service-routes.js';
import type { ResolveSession } from './sessions/resolve-session.js';
import type { RecordFile } from './state/record-files.js';
import { portOf, startOn, type Ports } from './state/port-file.js';
import { isCredentialHeader, xmlRefusal } from '../service/storage-routes.js';

const isKeyPairHeader = (name: string): boolean => name.startsWith('x-client-');

export interface HostsOptions {
  readonly options: Pick<SandboxOptions, 'host' | 'servicePort' | 'storagePort' | 'onTakenPort'>;
  /** The file that stores the ports between starts. */
  readonly ports: RecordFile<Ports>;
  readonly log: RequestLog;
  readonly resolveSession: ResolveSession;
  readonly service: readonly Route[];
  /** Null if the store has its own hosts. */
  readonly storage: {
    readonly routes: readonly Route[];
    readonly listensAt: (origin: string) => void;
  } | null;
}

export interface Hosts {
  readonly service: Host;
  readonly close: () => Promise<void>;
}

/** Rejects if a requested port is taken and `onTakenPort` is missing. */
export const startHosts = async ({
  options,
  ports,
  log,
  resolveSession,
  service: serviceRoutes,
  storage: ownStorage,
}: HostsOptions): Promise<Hosts> => {
  const last = await ports.load();
  const shared = { address: options.host ?? '127.0.0.1', log, resolveSession };

  const startStorage = async ({
    routes,
    listensAt,
  }: NonNullable<typeof ownStorage>): Promise<Host> => {
    const form = { refuse: xmlRefusal, forbiddenHeader: isCredentialHeader };
    const host = await startOn((port) => startHost({ ...shared, ...form, name: 'storage', port }), {
      name: 'SANDBOX_STORAGE_PORT',
      asked: options.storagePort,
      last: last?.storage,
      onTaken: options.onTakenPort,
    });
    // Set at once, so that no request sees an empty list of routes.
    host.serve(routes);
    listensAt(host.url);
    return host;
  };
  const startService = async (): Promise<Host> => {
    // No page may hold the key pair (section 5, rule 2).
    const form = { refuse: jsonRefusal, forbiddenHeader: isKeyPairHeader };
    const host = await startOn((port) => startHost({ ...shared, ...form, name: 'service', port }), {
      name: 'SANDBOX_PORT',
      asked: options.servicePort,
      last: last?.service,
      onTaken: options.onTakenPort,
    });
    host.serve(serviceRoutes);
    return host;
  };

  const opened: Host[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(opened.map((host) => host.close()));
  };
  try {
    const storage = ownStorage && (await startStorage(ownStorage));
    if (storage !== null) opened.push(storage);
    const service = await startService();
    opened.push(service);
    await ports.write({
      service: portOf(service),
      ...(storage === null ? {} : { storage: portOf(storage) }),
    });
    return { service, close };
  } catch (error) {
    await close();
    throw error;
  }
};
