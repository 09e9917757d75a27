import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Faults } from './upload-faults.js';
import type { Bandwidth } from './upload-link.js';

/** The recording, as far as the host needs it to check what arrived. */
export interface Recording {
  /** In bytes. */
  readonly size: number;
  /** Part size in bytes. */
  readonly partSize: number;
  /** Hexadecimal MD5 of the file. The host discards the bytes and responds with this one (2.3.1). */
  readonly md5: string;
  /** Hexadecimal MD5 of each part, in order; null if they were not computed. */
  readonly partMd5s: readonly string[] | null;
}

/** How the host handles the next uploads. */
export interface HostSettings {
  readonly recording: Recording;
  /** `md5`: of the body, as in S3, which takes processor time; `opaque`: not computed. */
  readonly etags: 'md5' | 'opaque';
  /** Bandwidth of all connections together. */
  readonly bandwidth: Bandwidth;
  /** Which requests fail. */
  readonly faults: Faults;
}

/** What the host has counted since the last settings. */
export interface HostCounts {
  readonly puts: number;
  readonly resets: number;
  readonly refusals: number;
  /** Bytes of all bodies, including failed attempts. */
  readonly receivedBytes: number;
  readonly completed: number;
  /** Processor time of the host's process, in s. */
  readonly cpuSeconds: number;
}

/** The host's messages: first that it listens, then a reply to each `HostSettings`. */
export type HostMessage = { readonly port: number } | HostCounts;

export interface UploadHost {
  /** Service and storage in one, without a trailing slash. */
  readonly url: string;
  /** Changes the settings and resets the counts; returns the previous counts. */
  set(settings: HostSettings): Promise<HostCounts>;
  /** Cuts all connections and takes none, until it is called with false. */
  lose(isLost: boolean): void;
}

/** Runs work with a host in its own process. If this process dies, the host removes `folder` and exits. */
export const withUploadHost = async <T>(
  folder: string,
  work: (host: UploadHost) => Promise<T>,
): Promise<T> => {
  const host = fork(new URL('upload-server.ts', import.meta.url), [folder], {
    execArgv: ['--import', 'tsx'],
  });
  const died = once(host, 'exit').then(() => {
    throw new Error('The storage host of the bench has died.');
  });
  // Only callers that wait for the host need to know that it died.
  died.catch(() => undefined);
  const answer = async (): Promise<HostMessage> => {
    const [message] = (await Promise.race([once(host, 'message'), died])) as [HostMessage];
    return message;
  };
  try {
    const { port } = (await answer()) as { port: number };
    return await work({
      url: `http://127.0.0.1:${port}`,
      set: async (settings) => {
        host.send(settings);
        return (await answer()) as HostCounts;
      },
      lose: (isLost) => void host.send({ isLost }),
    });
  } finally {
    host.kill();
  }
};
