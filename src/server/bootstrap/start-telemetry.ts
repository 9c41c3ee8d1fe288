import { telemetry } from '#shared/lib/telemetry.ts';
import { readTelemetrySettings } from '../config/telemetry-settings.ts';

/**
 * Starts OpenTelemetry if the environment switches it on. Must come before the log and the database are
 * opened. Its packages are loaded only then.
 * @throws ConfigError with the line that the operator sees.
 */
export async function startTelemetry(environment: NodeJS.ProcessEnv): Promise<void> {
  const settings = readTelemetrySettings(environment);
  if (!settings) return;
  const { openTelemetry } = await import('#integrations/opentelemetry/open-telemetry.ts');
  telemetry.current = openTelemetry(settings);
}

/** Sends what was measured and stops. */
export async function stopTelemetry(): Promise<void> {
  const { current } = telemetry;
  telemetry.current = null;
  await current?.close();
}
