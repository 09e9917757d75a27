import type { Database } from 'node-sqlite3-wasm';
import type { FinishedTask, SubmittedTask } from '../../src/server.js';

/** Keeps a row for each task. Both hooks may be called twice for a task, and the row stays the same. */
export const rowsIn = (database: Database) => {
  database.exec(`CREATE TABLE IF NOT EXISTS transcripts (
    transcription_id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    status TEXT NOT NULL,
    language TEXT,
    data TEXT
  )`);
  return {
    onSubmitted({ transcriptionId, userId, request }: SubmittedTask): void {
      const language = request.params?.transcribe?.language ?? 'auto';
      database.run(
        `INSERT INTO transcripts (transcription_id, user_id, status, language)
         VALUES (?, ?, 'PENDING', ?) ON CONFLICT DO NOTHING`,
        [transcriptionId, userId, language],
      );
    },
    onFinished({ transcriptionId, userId, status, data }: FinishedTask): void {
      database.run(
        `INSERT INTO transcripts (transcription_id, user_id, status, data) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET status = excluded.status, data = excluded.data`,
        [transcriptionId, userId, status, data === null ? null : JSON.stringify(data)],
      );
    },
  };
};
