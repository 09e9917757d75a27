/**
 * `npx audio-transcribe sandbox` and `npx audio-transcribe backend`, in one file of the package, which needs no other package.
 * The sandbox is the service alone.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findInstalled } from '../../scripts/setup/recognition.mjs';
import { announceSandbox } from '../announce-sandbox.js';
import { BACKEND_USAGE, runBackend } from '../backend-command/main.js';
import { CHECK_USAGE, runCheckBackend } from '../check-backend-command/main.js';
import { recognizerNotice } from '../notices.js';
import { readPorts, takenNotice } from '../ports.js';
import { runUntilStopped } from '../run-until-stopped.js';
import { startSandbox } from '../sandbox/index.js';
import { faultsFromEnvironment } from '../sandbox/faults/from-environment.js';
import { createRecognizer, noRecognizer } from '../sandbox/recognition/create-recognizer.js';
import { readStructure } from '../sandbox/recognition/decode-audio.js';
import { moonshine } from '../sandbox/recognition/moonshine/word-finder.js';
import type { Recognizer } from '../sandbox/recognition/recognizer.js';
import { jobsHere } from '../sandbox/recognition/work/jobs.js';
import { ownTranscript } from './own-transcript.js';

const USAGE = `Usage: npx audio-transcribe sandbox [--transcript FILE]

  Starts the service of the specification on this machine, and prints its credentials.
  Nothing is kept when it stops.

  --transcript FILE      answer every recording with this transcript (“data” of a finished task)

  SANDBOX_PORT, SANDBOX_STORAGE_PORT   ports; default: 8787 and 8788, or others if these are taken
  SANDBOX_FAULTS                       faults as JSON, or @ and a file
  SANDBOX_MODELS                       folder of the models, to recognise words with sherpa-onnx-node
`;

/** True if the optional package is installed beside this one. */
const isInstalled = (name: string): Promise<boolean> =>
  import(name).then(
    () => true,
    () => false,
  );

const UNDECODED_TEXT =
  'The words of this recording are not known: no recogniser is installed. With the package audio-decode, the sandbox shows where its speech is.';

/** Finds speech in what can be decoded. Other recordings get one segment from their beginning to their end. */
const withoutWords = (): Recognizer => {
  const recognizer = noRecognizer();
  const canDecode = isInstalled('audio-decode');
  return {
    ...recognizer,
    recognize: async (audio, request, watch) => {
      if (audio.fileType === 'wav' || (await canDecode))
        return recognizer.recognize(audio, request, watch);
      const { seconds: durationSeconds } = await readStructure(audio);
      watch.onDecoded();
      const segment = {
        startMs: 0,
        endMs: Math.floor(1000 * durationSeconds),
        text: UNDECODED_TEXT,
      };
      return { language: 'und', durationSeconds, segments: [segment] };
    },
  };
};

const findRecognizer = async (file: string | undefined): Promise<[Recognizer, string]> => {
  if (file !== undefined) {
    const own = await ownTranscript(file);
    return [own, `Transcripts come from ${own.name}.`];
  }
  const folder = process.env['SANDBOX_MODELS'];
  if (folder && (await isInstalled('sherpa-onnx-node'))) {
    const { wordsFolder, voiceModel, speakerFolder } = await findInstalled({ folder });
    if (wordsFolder === null) throw new Error(`SANDBOX_MODELS: there are no models in ${folder}.`);
    const words = moonshine(wordsFolder, jobsHere.words);
    const recognizer = createRecognizer({ words, voiceModel, speakerFolder });
    return [recognizer, recognizerNotice(recognizer.name)];
  }
  return [
    withoutWords(),
    'Transcripts show where speech is in a WAV file, not what is said. Or use --transcript FILE.',
  ];
};

const start = async (
  transcript: string | undefined,
): Promise<Awaited<ReturnType<typeof startSandbox>> & { readonly notice: string }> => {
  const [recognizer, notice] = await findRecognizer(transcript);
  const { service = 8787, storage = 8788 } = readPorts(process.env);
  const directory = await mkdtemp(path.join(tmpdir(), 'audio-transcribe-sandbox-'));
  const remove = (): Promise<void> => rm(directory, { recursive: true, force: true });
  try {
    const sandbox = await startSandbox({
      ...{ directory, recognizer, servicePort: service, storagePort: storage },
      faults: await faultsFromEnvironment(process.env),
      onTakenPort: (port) => console.error(takenNotice(port)),
    });
    return { ...sandbox, notice, close: () => sandbox.close().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
};

const readArguments = (): { readonly transcript?: string | undefined } | 'backend' | null => {
  try {
    const { values, positionals } = parseArgs({
      options: { transcript: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
    const [command] = positionals;
    if (positionals.length !== 1 || values.help) return null;
    if (command === 'backend') return values.transcript === undefined ? 'backend' : null;
    return command === 'sandbox' ? values : null;
  } catch {
    return null;
  }
};

const [command, ...args] = process.argv.slice(2);
const values = command === 'check-backend' ? 'check-backend' : readArguments();
if (values === null) {
  console.error(`${USAGE}\n${BACKEND_USAGE}\n${CHECK_USAGE}`);
  process.exitCode = 2;
} else if (values === 'check-backend') {
  process.exitCode = await runCheckBackend(args, process.env, (line) => console.log(line));
} else if (values === 'backend') {
  await runBackend();
} else {
  await runUntilStopped(
    () => start(values.transcript),
    (sandbox) => console.log(announceSandbox(sandbox, sandbox.notice)),
  );
}
