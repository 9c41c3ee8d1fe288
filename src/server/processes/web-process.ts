import cluster from 'node:cluster';
import { rmdirSync, rmSync } from 'node:fs';
import { bootWebProcess } from '../bootstrap/boot.ts';
import { createLog } from '../bootstrap/log.ts';
import { readConfig } from '../config/config.ts';
import { createMetrics } from '../http/metrics.ts';
import type { MetricsText } from '../http/operator-routes.ts';
import type {
  MessageToPrimary,
  MessageToWebProcess,
  MetricValues,
  StartMessage,
} from './process-messages.ts';
import { describeListenError } from './single-process.ts';
import { createSocketRelay } from './socket-relay.ts';
import { startWebServer, type WebServer } from './web-server.ts';

/** Runs a web process. Node ends it when the primary process ends. */
export async function runWebProcess(environment: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(environment);
  const ownId = cluster.worker?.id ?? 0;
  const answers = new Map<number, (answer: MetricsText) => void>();
  let nextRequestId = 1;
  let readValues: (() => Promise<MetricValues>) | null = null;
  let server: WebServer | null = null;
  let closeServices = async () => {};
  let isStopping = false;

  async function stop(isReplaced: boolean): Promise<void> {
    if (isStopping) {
      await server?.stop({ isReplaced });
      return;
    }
    isStopping = true;
    await server?.stop({ isReplaced });
    await closeServices();
    process.exit(0);
  }

  const started = new Promise<StartMessage>((resolve) => {
    process.on('message', (message: MessageToWebProcess) => {
      switch (message.type) {
        case 'start':
          resolve(message);
          break;
        case 'stop':
        case 'drain':
          void stop(message.type === 'drain');
          break;
        case 'ping':
          send({ type: 'pong' });
          break;
        case 'report-metrics':
          void readValues?.().then((values) =>
            send({ type: 'metrics-report', id: message.id, values }),
          );
          break;
        case 'metrics-answer':
          answers.get(message.id)?.(message.answer);
          answers.delete(message.id);
          break;
      }
    });
  });
  // A terminal and a service manager send signals to all processes of the group.
  process.on('SIGTERM', () => void stop(false));
  process.on('SIGINT', () => void stop(false));
  process.on('SIGUSR2', () => undefined);
  send({ type: 'hello' });
  const { name, folder, input } = await started;

  const log = createLog(config.LOG_LEVEL).child({ process: name });
  const booted = await bootWebProcess(config, log, input);
  closeServices = booted.close;
  const metrics = createMetrics(booted.services, name);
  readValues = () => metrics.registry.getMetricsAsJSON();
  const relay = createSocketRelay({ ownId, folder });
  process.once('exit', () => removeSocket(relay.path, folder));
  await relay.listening();
  server = startWebServer(booted.services, {
    // With PORT=0 all web processes get the same port.
    port: config.PORT,
    relay,
    metrics,
    readMetrics: () =>
      new Promise((resolve) => {
        const id = nextRequestId++;
        answers.set(id, resolve);
        send({ type: 'metrics-request', id });
      }),
    onListening: (actual) => send({ type: 'ready', port: actual }),
    onError(error) {
      send({ type: 'impossible', reason: describeListenError(config.PORT, error) });
    },
  });
}

function send(message: MessageToPrimary): void {
  // It fails when the primary has ended; then this process ends, too.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

/**
 * Removes the socket. A killed primary leaves the folder, so the last web process removes it then. While the primary
 * runs, processes that it starts need the folder.
 */
function removeSocket(file: string, folder: string): void {
  try {
    rmSync(file, { force: true });
    if (!process.connected) rmdirSync(folder);
  } catch {
    // Other processes still have their sockets there.
  }
}
