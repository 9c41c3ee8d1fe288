import { describe, expect, test } from 'vitest';
import { readTelemetrySettings } from './telemetry-settings.ts';

describe('the settings of OpenTelemetry', () => {
  test.each([
    [{}, null],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'true' }, null],
    [{ OTEL_SERVICE_NAME: 'guild' }, null],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, { traces: true, metrics: true }],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_METRICS_EXPORTER: 'none' },
      { traces: true, metrics: false },
    ],
    [{ OTEL_METRICS_EXPORTER: 'otlp' }, { traces: false, metrics: true }],
    [
      {
        OTEL_TRACES_EXPORTER: 'otlp',
        OTEL_TRACES_SAMPLER: 'traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.1',
      },
      { sampler: 'traceidratio', samplerRatio: 0.1 },
    ],
  ])('%j are read as %j', (environment, expected) => {
    const settings = readTelemetrySettings(environment);
    if (expected === null) expect(settings).toBeNull();
    else expect(settings).toMatchObject(expected);
  });

  test.each([
    { OTEL_TRACES_EXPORTER: 'jaeger' },
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    { OTEL_TRACES_SAMPLER: 'some' },
    { OTEL_TRACES_SAMPLER_ARG: '2' },
    { OTEL_BSP_MAX_QUEUE_SIZE: 'many' },
  ])('%j are rejected with the name of the setting', (environment) => {
    const [name = ''] = Object.keys(environment);
    expect(() => readTelemetrySettings(environment)).toThrow(`Setting ${name} must be`);
  });
});
