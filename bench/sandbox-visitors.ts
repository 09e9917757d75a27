/** Two visitors' recordings of seven seconds beside an hour, and the memory of the whole sandbox. */
import { readFile } from 'node:fs/promises';
import { readNovel } from '../test/support/human-speech.js';
import { allInstalled } from '../test/support/installed.js';
import { startListening } from '../test/support/listening-sandbox.js';
import { descendantsOf } from '../test/support/processes.js';
import { clientOf } from '../test/support/sandbox-client.js';
import { rounded, secondsOf, type Row, type Table } from './bench.js';
import { hourOfConversation } from './sandbox-recognition.js';
import { withTempFolder } from './temp-folder.js';

const MEBIBYTE = 1024 ** 2;
const SAMPLE_MS = 250;
const ROUNDS = 5;
/** Tasks at the same time, as in `npm start`. */
const ROOM = 100;

/** Resident memory of a process in bytes; 0 if it has ended. */
const residentMemory = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
};

/** Both models are at work: one visitor asks for each. */
export const benchVisitors = async function* (): AsyncIterable<Table> {
  const { humanSpeechFolder } = await allInstalled();
  // The first sentence of the novel lasts seven seconds.
  const [sentence] = await readNovel(humanSpeechFolder);
  const short = await readFile(sentence?.file ?? '');
  const rows = await withTempFolder('bench-visitors', async (directory) => {
    const sandbox = await startListening(directory, ROOM);
    let most = 0;
    const measure = async (): Promise<void> => {
      const processes = [sandbox.pid, ...(await descendantsOf(sandbox.pid)).map(({ pid }) => pid)];
      const sizes = await Promise.all(processes.map(residentMemory));
      most = Math.max(
        most,
        sizes.reduce((sum, size) => sum + size, 0),
      );
    };
    const timer = setInterval(() => void measure(), SAMPLE_MS);
    try {
      const client = clientOf(sandbox);
      const submit = async (file: Uint8Array, fileType: 'mp3' | 'wav', model: string) => {
        const { done } = await client.upload(await client.userToken(), file, fileType);
        const params = { transcribe: { model }, diarization: { enabled: true } };
        const { json } = await client.submit({ file_url: done.json['DownloadUrl'], params });
        return String(json['transcription_id']);
      };
      const long = await submit(await hourOfConversation(), 'mp3', 'svc-asr-pro');
      const statusOfLong = async (): Promise<unknown> => (await client.query(long)).json['status'];
      while ((await statusOfLong()) !== 'PROGRESS');
      const found: Row[] = [];
      for (let round = 1; round <= ROUNDS; round += 1) {
        const visit = (model: string): Promise<number> =>
          secondsOf(async () => {
            await client.untilEnded(await submit(short, 'wav', model));
          });
        const [pro = 0, fast = 0] = await Promise.all(['svc-asr-pro', 'svc-asr-fast'].map(visit));
        found.push({
          ...{ round, 'pro, s': rounded(pro, 1), 'fast, s': rounded(fast, 1) },
          'the hour': String(await statusOfLong()),
          'whole sandbox, most MiB': Math.round(most / MEBIBYTE),
        });
      }
      return found;
    } finally {
      clearInterval(timer);
      await sandbox.kill();
    }
  });
  yield { title: 'Two visitors beside an hour: 10 s, 1 GiB', rows };
};
