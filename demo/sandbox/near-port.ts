/** Skips taken ports. */

/** How many ports are tried. */
const TRIED = 10;
const LAST_PORT = 65_535;

export const isTaken = (error: unknown): boolean =>
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
