/** The two origins: the service, and the storage host unless the store has its own. */
import { startHost, type Host, type HostOptions } from './host.js';
import type { Route } from '../service/route.js';
import { jsonRefusal } from '../service/service-routes.js';
import { isCredentialHeader, xmlRefusal } from '../service/storage-routes.js';
import type { SandboxOptions } from './options.js';
import type { RecordFile } from './state/record-files.js';
import { portOf, startOn, type Ports } from './state/port-file.js';

export interface HostsOptions extends Pick<HostOptions, 'log' | 'resolveSession'> {
  readonly options: Pick<SandboxOptions, 'host' | 'servicePort' | 'storagePort' | 'onTakenPort'>;
  /** The file that stores the ports between starts. */
  readonly ports: RecordFile<Ports>;
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

type Form = Pick<HostOptions, 'name' | 'refuse' | 'forbiddenHeader'>;

const STORAGE: Form = { name: 'storage', refuse: xmlRefusal, forbiddenHeader: isCredentialHeader };
const SERVICE: Form = {
  ...{ name: 'service', refuse: jsonRefusal },
  // No page may hold the key pair (section 5, rule 2).
  forbiddenHeader: (name) => name.startsWith('x-client-'),
};

/** Rejects if a requested port is taken and `onTakenPort` is missing. */
export const startHosts = async (given: HostsOptions): Promise<Hosts> => {
  const { options, ports, log, resolveSession, storage } = given;
  const last = await ports.load();
  const opened: Host[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(opened.map((host) => host.close()));
  };
  const start = async (
    form: Form,
    routes: readonly Route[],
    port: { readonly name: string; readonly asked: number | undefined },
  ): Promise<Host> => {
    const shared = { address: options.host ?? '127.0.0.1', log, resolveSession, ...form };
    const host = await startOn((number) => startHost({ ...shared, port: number }), {
      ...{ ...port, last: last?.[form.name], onTaken: options.onTakenPort },
    });
    // Set at once, so that no request sees an empty list of routes.
    host.serve(routes);
    opened.push(host);
    return host;
  };
  try {
    const asked = { name: 'SANDBOX_STORAGE_PORT', asked: options.storagePort };
    const stores = storage && (await start(STORAGE, storage.routes, asked));
    if (stores !== null) storage?.listensAt(stores.url);
    const service = await start(SERVICE, given.service, {
      name: 'SANDBOX_PORT',
      asked: options.servicePort,
    });
    await ports.write({
      service: portOf(service),
      ...(stores === null ? {} : { storage: portOf(stores) }),
    });
    return { service, close };
  } catch (error) {
    await close();
    throw error;
  }
};
