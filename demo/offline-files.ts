/** The files of the static demo that its service workers keep for a visit without a network. */

const PREFIX = 'audio-transcribe-demo:';

/** Stores the files of one build, and deletes those of other builds. `version`: another one for each build. */
export const keepFiles = async (version: string, urls: readonly string[]): Promise<void> => {
  const cache = await caches.open(PREFIX + version);
  await cache.addAll([...urls]);
  const old = (await caches.keys()).filter(
    (name) => name.startsWith(PREFIX) && name !== PREFIX + version,
  );
  await Promise.all(old.map((name) => caches.delete(name)));
};

/** The part of a stored file that a player asks for. */
const rangeOf = async (response: Response, range: string): Promise<Response> => {
  const bytes = await response.blob();
  const [, first = '0', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  const start = Number(first);
  const end = last === '' ? bytes.size - 1 : Math.min(Number(last), bytes.size - 1);
  return new Response(bytes.slice(start, end + 1, bytes.type), {
    status: 206,
    headers: { 'Content-Range': `bytes ${start}-${end}/${bytes.size}` },
  });
};

/** From the network if it answers, so that a new build is seen at once; else what is stored. */
export const fromNetworkOrStore = async (request: Request): Promise<Response> => {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await caches.match(request, { ignoreSearch: true });
    if (found === undefined) throw error;
    const range = request.headers.get('range');
    return range === null ? found : rangeOf(found, range);
  }
};
