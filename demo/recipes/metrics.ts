import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Meter } from '@opentelemetry/api';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import type { HandlerEvent } from '../../src/server.js';

const BUCKETS_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Counts events with any OpenTelemetry SDK. Each label has few values, and none is an id. */
export const eventsInto = (meter: Meter): ((event: HandlerEvent) => void) => {
  const advice = { explicitBucketBoundaries: BUCKETS_SECONDS };
  const requests = meter.createHistogram('transcribe.request.seconds', { advice });
  const calls = meter.createHistogram('transcribe.service.seconds', { advice });
  const hooks = meter.createHistogram('transcribe.hook.seconds', { advice });
  const configuration = meter.createCounter('transcribe.configuration');
  const clockAhead = meter.createGauge('transcribe.clock.ahead.seconds');
  return (event) => {
    if (event.kind === 'request') {
      const { route, outcome, durationMs } = event;
      requests.record(durationMs / 1000, { route, outcome });
    } else if (event.kind === 'service-call') {
      const { route, outcome, durationMs, status, clockAheadMs } = event;
      const answer = status === null ? 'none' : `${Math.floor(status / 100)}xx`;
      calls.record(durationMs / 1000, { route, outcome, answer });
      if (clockAheadMs !== undefined) clockAhead.record(clockAheadMs / 1000);
    } else if (event.kind === 'hook') {
      const { hook, outcome, durationMs } = event;
      hooks.record(durationMs / 1000, { hook, outcome });
    } else {
      const { option = 'none', cause } = event;
      const reason =
        cause === undefined ? 'refused' : cause.name === 'TimedOut' ? 'slow' : 'failed';
      configuration.add(1, { option, reason });
    }
  };
};

/** Give `onEvent` to the handler and to the watcher, and `serve` to a port that only Prometheus reaches. */
export const createMetrics = () => {
  const reader = new PrometheusExporter({ preventServerStart: true, withoutScopeInfo: true });
  const provider = new MeterProvider({ readers: [reader] });
  return {
    onEvent: eventsInto(provider.getMeter('audio-transcribe')),
    serve: (req: IncomingMessage, res: ServerResponse) => reader.getMetricsRequestHandler(req, res),
  };
};
