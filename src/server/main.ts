import cluster from 'node:cluster';
import { startTelemetry } from './bootstrap/start-telemetry.ts';
import { ConfigError, readConfig } from './config/config.ts';
import { runPrimary } from './processes/primary.ts';
import { runSingleProcess } from './processes/single-process.ts';
import { runWebProcess } from './processes/web-process.ts';

/** Starts a node, or one of its web processes when the primary process has started this one. */
async function start(): Promise<void> {
  await startTelemetry(process.env);
  if (cluster.isWorker) return runWebProcess(process.env);
  const config = readConfig(process.env);
  if (config.WEB_PROCESSES > 1) return runPrimary(config);
  return runSingleProcess(process.env);
}

start().catch((error: unknown) => {
  const expected =
    error instanceof ConfigError ||
    (error instanceof Error && error.name === 'EmbeddedPostgresError');
  const line = expected ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${line}\n`);
  process.exit(1);
});
