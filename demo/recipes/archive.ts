import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Database } from 'node-sqlite3-wasm';
import type { FinishedTask, HookContext, SubmittedTask } from '../../src/server.js';

/** Who is signed in; null if nobody is. The same function as the handler's `authorize`. */
type Authorize = (request: Request) => { readonly userId: string } | null;

/** Keeps audio, transcript and corrections of each task, and serves them to their user below `/archive/`. */
export const archiveIn = (database: Database, folder: string, authorize: Authorize) => {
  database.exec(`CREATE TABLE IF NOT EXISTS archive (
    id INTEGER PRIMARY KEY,
    transcription_id TEXT NOT NULL UNIQUE,
    sealed_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    data TEXT,
    edits TEXT NOT NULL DEFAULT '[]'
  )`);
  const rowOf = (name: 'transcription_id' | 'sealed_id', value: string) =>
    database.get(`SELECT * FROM archive WHERE ${name} = ?`, value);
  const audioOf = (id: unknown): string => path.join(folder, String(id));

  const serveAudio = async (file: string, range: string | null): Promise<Response> => {
    const { size } = await stat(file);
    // Players ask for ranges, so that users can seek.
    const [, from = ''] = /^bytes=(\d+)-/.exec(range ?? '') ?? [];
    const start = Math.min(Number(from), size - 1);
    const stream = Readable.toWeb(createReadStream(file, { start })) as ReadableStream<Uint8Array>;
    const headers = {
      'Accept-Ranges': 'bytes',
      'Content-Length': String(size - start),
      ...(from === '' ? {} : { 'Content-Range': `bytes ${start}-${size - 1}/${size}` }),
    };
    return new Response(stream as BodyInit, { status: from === '' ? 200 : 206, headers });
  };

  return {
    /** Fetches the recording at once, because `DownloadUrl` is valid for about a day. If it fails, it is called again. */
    async onSubmitted(
      { transcriptionId, sealedId, userId, request }: SubmittedTask,
      { signal }: Pick<HookContext, 'signal'>,
    ): Promise<void> {
      database.run(
        `INSERT INTO archive (transcription_id, sealed_id, user_id)
         VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
        [transcriptionId, sealedId, userId],
      );
      await mkdir(folder, { recursive: true });
      const file = audioOf(rowOf('transcription_id', transcriptionId)?.['id']);
      // The handler has checked the host.
      const { ok, status, body } = await fetch(request.file_url, { signal, redirect: 'error' });
      if (!ok || body === null) throw new Error(`the recording answers ${status}`);
      await pipeline(Readable.fromWeb(body as ReadableStream), createWriteStream(`${file}.part`));
      await rename(`${file}.part`, file);
    },

    onFinished({ transcriptionId, data }: Pick<FinishedTask, 'transcriptionId' | 'data'>): void {
      database.run('UPDATE archive SET data = ? WHERE transcription_id = ?', [
        JSON.stringify(data),
        transcriptionId,
      ]);
    },

    /** `GET /archive/{id}`, `GET /archive/{id}/audio` and `PUT /archive/{id}/edits`; `id` is the one the page has. */
    async handler(request: Request): Promise<Response> {
      const [, , id = '', part = ''] = new URL(request.url).pathname.split('/');
      const row = rowOf('sealed_id', decodeURIComponent(id));
      const userId = authorize(request)?.userId;
      if (!row || userId === undefined || row['user_id'] !== userId)
        return new Response(null, { status: 404 });
      if (request.method === 'PUT' && part === 'edits') {
        // A page of another origin can't send JSON without a preflight.
        if (request.headers.get('content-type') !== 'application/json')
          return new Response(null, { status: 415 });
        const edits: unknown = await request.json();
        database.run('UPDATE archive SET edits = ? WHERE sealed_id = ?', [
          JSON.stringify(edits),
          decodeURIComponent(id),
        ]);
        return new Response(null, { status: 204 });
      }
      if (part === 'audio') return serveAudio(audioOf(row['id']), request.headers.get('range'));
      return Response.json({
        data: JSON.parse(row['data'] as string) as unknown,
        edits: JSON.parse(row['edits'] as string) as unknown,
      });
    },
  };
};
