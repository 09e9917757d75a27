/**
 * Runs with random faults: each ends with the right bytes or a named error. simulated-days.test.ts starts this as a
 * process, because `node:test` observes every promise of its own process, which doubles the time. The arguments are
 * the first and the last seed. Prints how often each end occurred, as JSON.
 */
import assert from 'node:assert/strict';
import {
  createBackendFetchToken,
  createHttpBackend,
  createTokenProvider,
  createUploadService,
  isWorking,
  type Command,
  type Session,
  type SessionState,
} from '../../../../src/engine.js';
import { createSessionOf } from '../../../../src/engine/session/session.js';
import { runJob } from '../../../../src/engine/session/run-job.js';
import { ERROR_CODES } from '../../../../src/protocol/errors.js';
import {
  BACKEND,
  createHostileService,
  SERVICE,
  type HostileService,
} from '../../../support/hostile-service.js';
import { seededRandom, type SeededRandom } from '../../../support/seeded-random.js';
import { unmeasuredWave } from '../../../support/recording.js';

const MOST_TICKS = 20_000;

const startSession = (service: HostileService): Session => {
  const { ports } = service;
  const tokens = createTokenProvider(createBackendFetchToken(BACKEND, ports), ports);
  return createSessionOf(
    ports,
    () => ({
      service: () => createUploadService(SERVICE, tokens, ports),
      backend: () => createHttpBackend(BACKEND, ports),
      limits: {},
      manualStart: false,
    }),
    () => Promise.resolve(runJob),
  );
};

const hasEnded = ({ name }: SessionState): boolean => name === 'ready' || name === 'failed';

/** A browser tab that can be killed; the next tab resumes from what was stored. */
interface Tab {
  session: Session;
}

/** Resolves when the work has ended; rejects if it would never end. */
const untilEnded = (tab: Tab, service: HostileService): Promise<SessionState> =>
  new Promise((resolve, reject) => {
    let ticks = service.ticks();
    let idle = 0;
    const look = (): void => {
      const state = tab.session.getState();
      if (hasEnded(state)) {
        resolve(state);
        return;
      }
      idle = service.ticks() === ticks ? idle + 1 : 0;
      ticks = service.ticks();
      if (ticks > MOST_TICKS) reject(new Error(`no end in sight: ${state.name}`));
      else if (idle > 5_000) reject(new Error(`it hangs: ${JSON.stringify(state)}`));
      else setImmediate(look);
    };
    look();
  });

/** Random events in a tab while it works. */
const meddle = (tab: Tab, service: HostileService, random: SeededRandom): void => {
  let left = random.between(0, 3);
  const interfere = (): void => {
    const { session } = tab;
    const state = session.getState();
    if (hasEnded(state)) return;
    // A tab that was killed meanwhile does nothing more.
    const later = (command: Command): void => {
      setImmediate(() => {
        if (tab.session === session) session.dispatch(command);
      });
    };
    const what = random.pick(['hold', 'leave', 'kill']);
    if (what === 'hold') {
      session.dispatch({ type: 'pause' });
      later({ type: 'resume' });
    } else if (what === 'leave') {
      session.dispatch({ type: 'suspend' });
      later({ type: 'wake' });
    } else if (isWorking(state)) {
      session.dispatch({ type: 'suspend' });
      tab.session = startSession(service);
      watch();
      tab.session.dispatch({ type: 'restore', job: state.job });
    }
  };
  const watch = (): void => {
    tab.session.subscribe(() => {
      if (left === 0 || !random.chance(0.05)) return;
      left--;
      setImmediate(interfere);
    });
  };
  watch();
};

const recording = (random: SeededRandom, chunkSize: number): File => {
  const bytes = unmeasuredWave(random.between(46, chunkSize * 12));
  for (let index = 44; index < bytes.length; index++) bytes[index] = random.between(0, 255);
  return new File([bytes], 'talk.wav');
};

const live = async (seed: number): Promise<string> => {
  const random = seededRandom(seed);
  const chunkSize = random.between(50, 200);
  const service = createHostileService(
    {
      faults: random.pick([0, 0.02, 0.1, 0.3, 0.6]),
      etags: random.pick(['md5', 'md5', 'opaque', 'foreign']),
      addressLifetimeMs: random.pick([3_600_000, 60_000]),
      tokenLifetimeSeconds: random.pick([86_400, 30]),
      chunkSize,
    },
    random,
  );
  const tab: Tab = { session: startSession(service) };
  const file = recording(random, chunkSize);
  const bytes = Buffer.from(await file.arrayBuffer());
  meddle(tab, service, random);
  tab.session.dispatch({ type: 'select', source: { kind: 'file', file }, options: {} });

  let end = await untilEnded(tab, service);
  const first = end.name === 'failed' ? end.error.code : end.name;
  if (end.name === 'failed') {
    assert.ok((ERROR_CODES as readonly string[]).includes(end.error.code), end.error.code);
    assert.notEqual(end.error.code, 'configuration');
    assert.doesNotMatch(end.error.message, /unexpected/, String(end.error.cause));
    if (!end.error.recoverable && end.error.code !== 'plan-invalid') return first;
    // The faults end, and the user tries again.
    service.heal();
    for (let tries = 0; end.name === 'failed' && tries < 3; tries++) {
      tab.session.dispatch({ type: 'retry' });
      end = await untilEnded(tab, service);
    }
    assert.equal(end.name, 'ready', end.name === 'failed' ? end.error.code : '');
  }
  assert.ok(end.name === 'ready' && end.job.uploaded !== undefined);
  const uploaded = service.files.get(end.job.uploaded.DownloadUrl);
  assert.ok(uploaded && bytes.equals(uploaded), 'the bytes at the service are the file’s');
  for (const url of service.submissions) {
    assert.ok(
      bytes.equals(service.files.get(url) ?? Buffer.alloc(0)),
      'nothing wrong was submitted',
    );
  }
  assert.deepEqual(service.violations, []);
  if (first === 'ready') assert.equal(service.submissions.length, 1);
  return first;
};

const [first = 1, last = first] = process.argv.slice(2).map(Number);
const ends: Record<string, number> = {};
for (let seed = first; seed <= last; seed++) {
  const end = await live(seed).catch((error: unknown) => {
    throw new Error(`on the day of SEED=${seed}`, { cause: error });
  });
  ends[end] = (ends[end] ?? 0) + 1;
}
console.log(JSON.stringify(ends));
