import { z } from 'zod';
import type { TelemetrySettings } from '#integrations/opentelemetry/open-telemetry.ts';
import { ConfigError } from './config.ts';
import { choice, integer, optional } from './setting-types.ts';

/** A share from 0 to 1. */
const ratio = optional.transform((value, issues) => {
  const number = Number(value ?? 1);
  if (number >= 0 && number <= 1) return number;
  issues.addIssue({ code: 'custom', message: 'must be a number from 0 to 1' });
  return z.NEVER;
});
/** The specification says that any value other than `true` means false. */
const flag = optional.transform((value) => value?.toLowerCase() === 'true');

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const settings = z.object({
  OTEL_SDK_DISABLED: flag,
  OTEL_TRACES_EXPORTER: optional.pipe(exporter()),
  OTEL_METRICS_EXPORTER: optional.pipe(exporter()),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional,
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: optional,
  OTEL_EXPORTER_OTLP_PROTOCOL: choice(['http/protobuf', 'http/json'], 'http/protobuf'),
  OTEL_TRACES_SAMPLER: choice(samplers, 'parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: ratio,
  OTEL_BSP_MAX_QUEUE_SIZE: integer(2048, 1, 100_000),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: integer(512, 1, 100_000),
  OTEL_BSP_SCHEDULE_DELAY: integer(5_000, 1, 600_000),
  OTEL_BSP_EXPORT_TIMEOUT: integer(30_000, 1, 600_000),
  OTEL_METRIC_EXPORT_INTERVAL: integer(60_000, 1, 86_400_000),
});

function exporter() {
  return z.enum(['otlp', 'none'], { error: () => 'must be otlp or none' }).optional();
}

/**
 * Reads the standard settings of OpenTelemetry. Returns null if nothing is to be sent: it is on with an
 * endpoint, or with an exporter that is named `otlp`.
 * @throws ConfigError with the name of the first invalid setting.
 */
export function readTelemetrySettings(environment: NodeJS.ProcessEnv): TelemetrySettings | null {
  const parsed = settings.safeParse(environment);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`Setting ${issue?.path.join('.')} ${issue?.message}`);
  }
  const { data } = parsed;
  if (data.OTEL_SDK_DISABLED) return null;
  const isOn = (exporterName: 'otlp' | 'none' | undefined, endpoint: string | undefined) =>
    exporterName === undefined
      ? Boolean(endpoint ?? data.OTEL_EXPORTER_OTLP_ENDPOINT)
      : exporterName === 'otlp';
  const traces = isOn(data.OTEL_TRACES_EXPORTER, data.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
  const metrics = isOn(data.OTEL_METRICS_EXPORTER, data.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT);
  if (!traces && !metrics) return null;
  return {
    traces,
    metrics,
    protocol: data.OTEL_EXPORTER_OTLP_PROTOCOL,
    sampler: data.OTEL_TRACES_SAMPLER,
    samplerRatio: data.OTEL_TRACES_SAMPLER_ARG,
    queueMax: data.OTEL_BSP_MAX_QUEUE_SIZE,
    batchMax: data.OTEL_BSP_MAX_EXPORT_BATCH_SIZE,
    batchEveryMs: data.OTEL_BSP_SCHEDULE_DELAY,
    exportTimeoutMs: data.OTEL_BSP_EXPORT_TIMEOUT,
    metricsEveryMs: data.OTEL_METRIC_EXPORT_INTERVAL,
  };
}
