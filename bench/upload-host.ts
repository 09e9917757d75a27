import { fork } from 'node:child_process';
import { once } from 'node:events';

/** What is sent, as far as the host needs it to tell whether it arrived. */
export interface Recording {
  /** Bytes. */
  readonly size: number;
  /** Bytes of a part. */
  readonly partSize: number;
  /** Hexadecimal MD5 of the whole: the host throws the bytes away and answers with this one (2.3.1). */
  readonly md5: string;
  /** Hexadecimal MD5 of each part, in order; null where nobody computed them. */
  readonly partMd5s: readonly string[] | null;
}

/** How the host takes the uploads that follow. */
export interface HostSettings {
  readonly recording: Recording;
  /** `md5`: of the body, as S3 does it, which costs the host time; `opaque`: nothing to compute. */
  readonly etags: 'md5' | 'opaque';
  /** What all connections together carry, in bytes per second; null for as much as they can. */
  readonly bytesPerSecond: number | null;
  /** Whether some PUTs fail: see `faultOf`. */
  readonly faults: boolean;
}

/** What the host has seen since it was last set. */
export interface HostCounts {
  readonly puts: number;
  readonly resets: number;
  readonly refusals: number;
  /** Bytes of bodies, those of tries that failed too. */
  readonly receivedBytes: number;
  readonly completed: number;
  /** Processor time of the host's process, in s. */
  readonly cpuSeconds: number;
}

/** First what the host says when it listens, then its answer to each `HostSettings`. */
export type HostMessage = { readonly port: number } | HostCounts;

export interface UploadHost {
  /** Service and storage in one, without a slash at the end. */
  readonly url: string;
  /** Changes how the host behaves and counts anew; gives what it counted so far. */
  set(settings: HostSettings): Promise<HostCounts>;
}

/** Runs work with a host in a process of its own; should this process die, the host removes `folder` and ends too. */
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
  // Its death matters only to whoever waits for it.
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
    });
  } finally {
    host.kill();
  }
};
