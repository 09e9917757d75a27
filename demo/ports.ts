/** Reads the ports of the demo from the environment. */

export interface Ports {
  /** Of the pages. Default: 5173. */
  readonly page: number;
  /** Of the sandbox. Undefined: the previous one, else any free one. */
  readonly service: number | undefined;
  /** Of the sandbox's storage host. Undefined: the previous one, else any free one. */
  readonly storage: number | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

const portOf = (environment: Environment, name: string): number | undefined => {
  const text = environment[name]?.trim() ?? '';
  if (text === '') return undefined;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Error(
    `${name} is “${text}”. It must be a whole number from 0 to 65535; 0 takes any free port.`,
  );
};

/** Reads `PORT`, `SANDBOX_PORT` and `SANDBOX_STORAGE_PORT`; throws with the name of an invalid one. */
export const readPorts = (environment: Environment): Ports => ({
  page: portOf(environment, 'PORT') ?? 5173,
  service: portOf(environment, 'SANDBOX_PORT'),
  storage: portOf(environment, 'SANDBOX_STORAGE_PORT'),
});

/** The line for a port that is skipped. */
export const takenNotice = (port: number): string => `  Port ${port} is taken. Trying another one.`;

export const forbiddenPort = (name: string, port: number): string =>
  `You may not use port ${port}. Set ${name} to one from 1024 on.`;
