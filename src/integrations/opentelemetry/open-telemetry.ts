import {
  type Context,
  context,
  type Histogram,
  type Meter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPMetricExporter as JsonMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter as JsonTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Operation, OperationEnd, Telemetry } from '#shared/lib/telemetry.ts';

/**
 * What OTEL_… settings say, as far as the exporters do not read them: those read the endpoint, headers,
 * compression, certificates and timeout themselves.
 */
export interface TelemetrySettings {
  /** Whether traces and metrics are sent. */
  traces: boolean;
  metrics: boolean;
  protocol: 'http/protobuf' | 'http/json';
  sampler: `${'' | 'parentbased_'}${keyof typeof rootSamplers}`;
  /** The share of traces that is kept, for the samplers that need it. */
  samplerRatio: number;
  /** Spans that wait to be sent. More are dropped. */
  queueMax: number;
  batchMax: number;
  batchEveryMs: number;
  exportTimeoutMs: number;
  metricsEveryMs: number;
}

const scope = 'guildhall';
/** Each process has an id of its own, so that their metrics are separate. OTEL_… settings override it and the name. */
const detectors = [
  serviceInstanceIdDetector,
  resourceAttributesEnvDetector,
  serviceNameEnvDetector,
];
/** How long the process waits at its end at most for what was measured to be sent. */
const closeMaxMs = 3_000;

/** How traces are chosen that no caller has started. */
const rootSamplers = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio: number) => new TraceIdRatioBasedSampler(ratio),
} satisfies Record<string, (ratio: number) => Sampler>;

const spanKinds = {
  request: SpanKind.SERVER,
  query: SpanKind.CLIENT,
  job: SpanKind.INTERNAL,
  'socket-event': SpanKind.SERVER,
} satisfies Record<Operation['kind'], SpanKind>;

/** The histograms, in seconds. Names of the semantic conventions where there are some. */
const histograms = {
  request: { name: 'http.server.request.duration', description: 'Time to answer a request.' },
  query: { name: 'db.client.operation.duration', description: 'Time of a database statement.' },
  job: { name: 'guildhall.job.duration', description: 'Time of a background job.' },
  'socket-event': {
    name: 'guildhall.socket_event.duration',
    description: 'Time to handle an event of a socket.',
  },
} satisfies Record<Operation['kind'], { name: string; description: string }>;

/** The bounds of the semantic conventions. */
const explicitBucketBoundaries = [
  0.001, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
];

/** Attributes that are in spans only: they would multiply the time series of a metric. */
const spanOnly = new Set(['guildhall.request_id', 'guildhall.statement', 'db.query.summary']);

/** Starts to measure operations and to send them to an OTLP receiver. */
export function openTelemetry(settings: TelemetrySettings): Telemetry {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': scope }))
    .merge(detectResources({ detectors }));
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  const isJson = settings.protocol === 'http/json';
  const traces = settings.traces
    ? new TracerProvider({
        resource,
        sampler: createSampler(settings),
        spanProcessors: [
          new BatchSpanProcessor({
            exporter: isJson ? new JsonTraceExporter() : new OTLPTraceExporter(),
            maxQueueSize: settings.queueMax,
            maxExportBatchSize: Math.min(settings.batchMax, settings.queueMax),
            scheduledDelayMillis: settings.batchEveryMs,
            exportTimeoutMillis: settings.exportTimeoutMs,
          }),
        ],
      })
    : null;
  const metrics = settings.metrics
    ? new MeterProvider({
        resource,
        readers: [
          new PeriodicExportingMetricReader({
            exporter: isJson ? new JsonMetricExporter() : new OTLPMetricExporter(),
            exportIntervalMillis: settings.metricsEveryMs,
            exportTimeoutMillis: Math.min(settings.exportTimeoutMs, settings.metricsEveryMs),
          }),
        ],
      })
    : null;
  const tracer = traces?.getTracer(scope) ?? null;
  const durations = metrics && createHistograms(metrics.getMeter(scope));

  return {
    run(operation, work) {
      const started = performance.now();
      const span = tracer && isTraced(operation) ? startSpan(tracer, operation) : null;
      const facts: OperationEnd = {};
      const finish = (error?: { thrown: unknown }) => {
        const attributes = { ...operation.attributes, ...facts.attributes };
        if (error) Object.assign(attributes, { 'error.type': getErrorType(error.thrown) });
        if (span) endSpan(span, facts, attributes, Boolean(error) || facts.failed === true);
        const seconds = (performance.now() - started) / 1000;
        durations?.[operation.kind].record(seconds, toMetricAttributes(attributes));
      };
      return runAndFinish(
        () => work((ended) => Object.assign(facts, ended)),
        span ? trace.setSpan(getParent(operation), span) : context.active(),
        finish,
      );
    },

    getLogFields(): Record<string, string> {
      const span = trace.getSpanContext(context.active());
      return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
    },

    async close() {
      const timeout = new Promise<void>((resolve) => {
        setTimeout(resolve, Math.min(closeMaxMs, settings.exportTimeoutMs)).unref();
      });
      // A receiver that does not answer must not keep the process from ending.
      const sent = Promise.allSettled([traces?.shutdown(), metrics?.shutdown()]);
      await Promise.race([sent, timeout]);
      context.disable();
    },
  };
}

/** Runs `work` in the context of its span and calls `finish` when it has ended, also when it returns a promise. */
function runAndFinish<T>(
  work: () => T,
  within: Context,
  finish: (error?: { thrown: unknown }) => void,
): T {
  try {
    const result = context.with(within, work);
    if (!(result instanceof Promise)) {
      finish();
      return result;
    }
    result.then(
      () => finish(),
      (thrown: unknown) => finish({ thrown }),
    );
    return result;
  } catch (thrown) {
    finish({ thrown });
    throw thrown;
  }
}

function getParent({ traceparent }: Operation): Context {
  const caller = traceparent === undefined ? null : parseTraceParent(traceparent);
  if (!caller) return context.active();
  return trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true });
}

/** Statements that belong to no request, job or event, such as polling, are only counted in the metrics. */
function isTraced({ kind }: Operation): boolean {
  return kind !== 'query' || trace.getSpan(context.active()) !== undefined;
}

function startSpan(tracer: Tracer, operation: Operation): Span {
  const { kind, name, attributes } = operation;
  const options = { kind: spanKinds[kind], attributes: { ...attributes } };
  return tracer.startSpan(name, options, getParent(operation));
}

function endSpan(
  span: Span,
  { name }: OperationEnd,
  attributes: Record<string, string | number>,
  failed: boolean,
): void {
  if (name !== undefined) span.updateName(name);
  span.setAttributes(attributes);
  // The message of an error may contain values, so only its type is sent. The log has the rest.
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** The code of a database error or an AppError, else the name of its class. */
function getErrorType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}

function toMetricAttributes(attributes: Record<string, string | number>) {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !spanOnly.has(name)));
}

function createHistograms(meter: Meter): Record<Operation['kind'], Histogram> {
  const create = ({ name, description }: { name: string; description: string }) =>
    meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries } });
  return {
    request: create(histograms.request),
    query: create(histograms.query),
    job: create(histograms.job),
    'socket-event': create(histograms['socket-event']),
  };
}

function createSampler({ sampler, samplerRatio }: TelemetrySettings): Sampler {
  const isParentBased = sampler.startsWith('parentbased_');
  const name = sampler.replace('parentbased_', '') as keyof typeof rootSamplers;
  const root = rootSamplers[name](samplerRatio);
  return isParentBased ? new ParentBasedSampler({ root }) : root;
}
