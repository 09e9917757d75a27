/** The order in which ways to start the hashing worker are tried, with real workers. */
import { expect } from '@open-wc/testing';
import type * as WorkerAddresses from '../../../src/hashing/worker-ladder.js';
import { startWorker } from '../../../src/hashing/worker-ladder.js';
import type { Clock } from '../../../src/engine.js';
import { WORKER_CONTRACT } from '../../../src/hashing/hash-messages.js';

const { signal } = new AbortController();

const BESIDE = new URL('../../../src/hashing/audio-transcribe.worker.js', import.meta.url).href;

/** Counts the real workers. */
class WatchedWorker extends Worker {
  static started: string[] = [];
  static ended: string[] = [];
  readonly address: string;
  constructor(url: string | URL, options?: WorkerOptions) {
    super(url, options);
    this.address = String(url);
    WatchedWorker.started.push(this.address);
  }
  override terminate(): void {
    WatchedWorker.ended.push(this.address);
    super.terminate();
  }
}

/** The URL of a worker with this source. */
const foreign = (source: string): string =>
  URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));

/** The worker's response to an unknown message, which only the package's own worker gives. */
const isOwn = (worker: Worker): Promise<boolean> =>
  new Promise((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<{ readonly message?: string }>) =>
      resolve(data.message === 'not a request to this worker'),
    );
    worker.postMessage({ type: 'nonsense' });
  });

/** No worker is given up, however busy the machine is. */
const forever = (): Promise<never> => new Promise(() => undefined);

/** A clock that records the requested waits and resolves none. */
const impatientClock = (): Clock & { readonly waits: number[] } => {
  const waits: number[] = [];
  return {
    now: () => 0,
    waits,
    sleep: (ms) => {
      waits.push(ms);
      return waits.length === 1 ? Promise.resolve() : new Promise(() => undefined);
    },
  };
};

describe('starting the worker', () => {
  const { Worker: RealWorker } = globalThis;
  beforeEach(() => {
    WatchedWorker.started = [];
    WatchedWorker.ended = [];
    globalThis.Worker = WatchedWorker;
  });
  afterEach(() => {
    globalThis.Worker = RealWorker;
  });

  it('no worker-url: only the file beside the script is started', async () => {
    for (const none of [null, '']) {
      WatchedWorker.started = [];
      const worker = await startWorker(none, signal, forever);
      expect(worker && (await isOwn(worker))).to.equal(true);
      expect(WatchedWorker.started).to.deep.equal([BESIDE]);
      worker?.terminate();
    }
  });

  it('valid worker-url: a string, a URL and an object with a URL are started', async () => {
    const trusted = { toString: () => BESIDE, toJSON: () => BESIDE };
    for (const address of [BESIDE, new URL(BESIDE), trusted]) {
      WatchedWorker.started = [];
      const worker = await startWorker(address, signal, forever);
      expect(worker && (await isOwn(worker))).to.equal(true);
      expect(WatchedWorker.started).to.have.lengthOf(1);
      worker?.terminate();
    }
  });

  it('worker-url that does not load: the file beside the script is started', async () => {
    const worker = await startWorker('/there/is/no/worker.js', signal, forever);
    expect(worker && (await isOwn(worker))).to.equal(true);
    expect(WatchedWorker.started).to.deep.equal(['/there/is/no/worker.js', BESIDE]);
    expect(WatchedWorker.ended).to.deep.equal(['/there/is/no/worker.js']);
    worker?.terminate();
  });

  it('second start: does not repeat the step that failed', async () => {
    const address = '/there/is/no/second-worker.js';
    const first = await startWorker(address, signal, forever);
    first?.terminate();
    WatchedWorker.started = [];
    const second = await startWorker(address, signal, forever);
    expect(second && (await isOwn(second))).to.equal(true);
    expect(WatchedWorker.started).to.deep.equal([BESIDE]);
    second?.terminate();
  });

  const OTHERS = {
    'that sends messages of its own': `setInterval(() => postMessage({ type: 'tick' }), 1)`,
    'that says “ready” too': `postMessage({ type: 'ready' }); postMessage('ready')`,
    'with the same contract and another name': `postMessage({ type: 'ready', worker: 'other', contract: ${WORKER_CONTRACT} })`,
    'of an older version of the package': `postMessage({ type: 'ready', contract: 2 })`,
    'that throws': `throw new Error('not here')`,
  };
  for (const [what, source] of Object.entries(OTHERS)) {
    it(`a script ${what}: is terminated, and the next way is tried`, async () => {
      const address = foreign(source);
      const worker = await startWorker(address, signal, forever);
      expect(worker && (await isOwn(worker))).to.equal(true);
      expect(WatchedWorker.started).to.deep.equal([address, BESIDE]);
      expect(WatchedWorker.ended).to.deep.equal([address]);
      worker?.terminate();
      URL.revokeObjectURL(address);
    });
  }

  it('silent script: is terminated after 5 s, and the next way is tried', async () => {
    const address = foreign('onmessage = () => undefined');
    const clock = impatientClock();
    const worker = await startWorker(address, signal, clock.sleep);
    expect(worker && (await isOwn(worker))).to.equal(true);
    expect(clock.waits).to.deep.equal([5_000, 5_000]);
    expect(WatchedWorker.ended).to.deep.equal([address]);
    worker?.terminate();
    URL.revokeObjectURL(address);
  });

  it('aborted start: the worker is terminated, and no other way is tried', async () => {
    const controller = new AbortController();
    const address = foreign('');
    const started = startWorker(address, controller.signal, forever);
    controller.abort(new Error('enough'));
    const outcome = await started.catch((error: unknown) => (error as Error).message);
    expect(outcome).to.equal('enough');
    expect(WatchedWorker.started).to.deep.equal([address]);
    expect(WatchedWorker.ended).to.deep.equal([address]);
    URL.revokeObjectURL(address);
  });

  it('start that is aborted while the source of the worker loads: starts none', async () => {
    const { URL: RealURL } = globalThis;
    globalThis.URL = class extends RealURL {
      constructor(address: string | URL, base?: string | URL) {
        if (address === './audio-transcribe.worker.js') throw new TypeError('There is no file.');
        super(address, base);
      }
    };
    try {
      for (let moments = 0; moments < 20; moments++) {
        const controller = new AbortController();
        const started = startWorker(null, controller.signal, forever).catch(() => null);
        for (let moment = 0; moment < moments; moment++) await Promise.resolve();
        controller.abort();
        const before = WatchedWorker.started.length;
        (await started)?.terminate();
        expect(WatchedWorker.started).to.have.lengthOf(before);
        expect(WatchedWorker.ended).to.have.lengthOf(before);
      }
    } finally {
      globalThis.URL = RealURL;
    }
  });
});

describe('worker URL under Trusted Types', () => {
  interface Rules {
    createScriptURL(address: string): string;
  }
  const { trustedTypes } = globalThis as { trustedTypes?: unknown };
  let copies = 0;

  /** Loads the module again, on a page with these Trusted Types. */
  const loadWith = async (factory: unknown): Promise<typeof WorkerAddresses> => {
    Object.defineProperty(globalThis, 'trustedTypes', { configurable: true, value: factory });
    const module = new URL('../../../src/hashing/worker-ladder.ts', import.meta.url);
    module.searchParams.set('copy', String(++copies));
    return (await import(module.href)) as typeof WorkerAddresses;
  };
  afterEach(() => {
    if (trustedTypes === undefined) Reflect.deleteProperty(globalThis, 'trustedTypes');
    else Object.defineProperty(globalThis, 'trustedTypes', { value: trustedTypes });
  });

  it('the policy audio-transcribe approves only the file beside the script and Blobs', async () => {
    const made: string[] = [];
    const { trustedAddress, besideScript } = await loadWith({
      createPolicy: (name: string, rules: Rules) => {
        made.push(name);
        return rules;
      },
    });
    const blob = `blob:${location.origin}/1`;
    expect(trustedAddress(blob)).to.equal(blob);
    expect(besideScript()).to.match(/\/src\/hashing\/audio-transcribe\.worker\.js$/);
    expect(trustedAddress(besideScript() ?? '')).to.equal(besideScript());
    for (const other of [
      `${location.origin}/x.js`,
      'data:text/javascript,1',
      '//evil.example/x',
      '',
    ]) {
      expect(() => trustedAddress(other)).to.throw(TypeError);
    }
    expect(made).to.deep.equal(['audio-transcribe']);
  });

  it('if the page refuses the policy, there is no URL, and the policy is requested once', async () => {
    let asked = 0;
    const { trustedAddress } = await loadWith({
      createPolicy: () => {
        asked += 1;
        throw new TypeError('refused');
      },
    });
    expect(trustedAddress('blob:1')).to.equal(null);
    expect(trustedAddress('blob:2')).to.equal(null);
    expect(asked).to.equal(1);
  });

  it('URL that the bundler Turbopack made without an origin: belongs to the page', async () => {
    const { besideScript } = await loadWith(undefined);
    const { URL } = globalThis;
    const bundled = function (address: string, base?: string): unknown {
      return address === './audio-transcribe.worker.js'
        ? { href: '/_next/static/worker.js', origin: '' }
        : new URL(address, base);
    };
    try {
      globalThis.URL = bundled as unknown as typeof URL;
      expect(besideScript()).to.equal(`${location.origin}/_next/static/worker.js`);
    } finally {
      globalThis.URL = URL;
    }
  });

  it('without Trusted Types, URLs are used unchanged', async () => {
    const { trustedAddress } = await loadWith(undefined);
    expect(trustedAddress('blob:1')).to.equal('blob:1');
  });
});
