/** Counts the handler's events, and writes them as Prometheus reads them. No label is an id. */
import type { HandlerEvent } from '../../src/server.js';

interface Series {
  count: number;
  seconds: number;
}

const labelled = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replaceAll(/["\\\n]/g, '_')}"`)
    .join(',');

export const createEventCounts = () => {
  const series = new Map<string, Map<string, Series>>();
  const count = (
    name: string,
    labels: Readonly<Record<string, string>>,
    ms: number | null,
  ): void => {
    const named = series.get(name) ?? new Map<string, Series>();
    series.set(name, named);
    const key = labelled(labels);
    const found = named.get(key) ?? { count: 0, seconds: 0 };
    named.set(key, { count: found.count + 1, seconds: found.seconds + (ms ?? 0) / 1000 });
  };
  return {
    onEvent(event: HandlerEvent): void {
      if (event.kind === 'configuration') {
        count('configuration', { option: event.option ?? 'none' }, null);
      } else if (event.kind === 'hook') {
        count('hook', { hook: event.hook, outcome: event.outcome }, event.durationMs);
      } else {
        const name = event.kind === 'request' ? 'request' : 'service_call';
        count(name, { route: event.route, outcome: event.outcome }, event.durationMs);
      }
    },
    /** The text format 0.0.4. */
    text(): string {
      const lines: string[] = [];
      for (const [name, named] of series) {
        const total = `audio_transcribe_${name}s_total`;
        lines.push(`# TYPE ${total} counter`);
        for (const [labels, each] of named) lines.push(`${total}{${labels}} ${each.count}`);
        if (name === 'configuration') continue;
        const seconds = `audio_transcribe_${name}_seconds_total`;
        lines.push(`# TYPE ${seconds} counter`);
        for (const [labels, each] of named) lines.push(`${seconds}{${labels}} ${each.seconds}`);
      }
      return `${lines.join('\n')}\n`;
    },
  };
};
