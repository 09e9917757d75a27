import type { Page } from '@playwright/test';

/** The longest task of a page's main thread, in ms. */
export interface LongestTask {
  /** Wall-clock duration. */
  readonly wall: number;
  /** Processor time. */
  readonly cpu: number;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** In µs, as `tdur`, which is processor time. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/**
 * Traces the tasks of a page from now on. Only a trace distinguishes a long task from one that waited for the
 * processor.
 */
export const watchTasks = async (page: Page): Promise<() => Promise<LongestTask>> => {
  const session = await page.context().newCDPSession(page);
  const threads = new Map<string, string>();
  const tasks: { readonly thread: string; readonly wall: number; readonly cpu: number }[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, pid, tid, dur, tdur, args } of value as unknown as TraceEvent[]) {
      const thread = `${pid}/${tid}`;
      if (name === 'thread_name') threads.set(thread, args.name ?? '');
      if (name !== 'ThreadControllerImpl::RunTask' || dur === undefined) continue;
      tasks.push({ thread, wall: dur / 1000, cpu: (tdur ?? dur) / 1000 });
    }
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'], excludedCategories: ['*'] },
  });
  return async () => {
    const complete = new Promise<boolean>((resolve) => {
      session.once('Tracing.tracingComplete', ({ dataLossOccurred }) => resolve(!dataLossOccurred));
    });
    await session.send('Tracing.end');
    if (!(await complete)) throw new Error('The trace was longer than its buffer.');
    await session.detach();
    const main = tasks.filter(({ thread }) => threads.get(thread) === 'CrRendererMain');
    if (main.length === 0) throw new Error('The trace holds no task of the page.');
    return {
      wall: main.reduce((most, { wall }) => Math.max(most, wall), 0),
      cpu: main.reduce((most, { cpu }) => Math.max(most, cpu), 0),
    };
  };
};
