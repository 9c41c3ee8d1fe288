import cluster from 'node:cluster';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bootInstance } from '../bootstrap/boot.ts';
import { createLog } from '../bootstrap/log.ts';
import type { Config } from '../config/config.ts';
import { projectPath } from '../config/project-path.ts';
import { createMetrics } from '../http/metrics.ts';
import { createMergedMetrics, type ReadValues } from './merged-metrics.ts';
import type { MessageToPrimary, MessageToWebProcess, MetricValues } from './process-messages.ts';
import { createStopper, listenForEnd, printOrigin, printSetUpLink } from './single-process.ts';
import { superviseWebProcesses, type WebProcess } from './supervise-web-processes.ts';

/** The longest folder for a Unix socket whose path must have at most 103 bytes. */
const folderBytesMax = 70;

/** Runs the primary process of an instance with several web processes. */
export async function runPrimary(config: Config): Promise<void> {
  const log = createLog(config.LOG_LEVEL);
  const instance = await bootInstance(config, log);
  const folder = await makeSocketFolder();
  const metrics = createMergedMetrics(createMetrics(instance.services, 'primary').registry);
  const readers = new Map<number, ReadValues>();
  let port = config.PORT;
  let nextReportId = 1;

  // The primary accepts connections and gives them to the web processes in turn. So no connection waits in
  // the queue of a process that ends.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ exec: projectPath('build/server/main.js') });

  function startWebProcess(name: string): WebProcess {
    const worker = cluster.fork();
    const reports = new Map<number, (values: MetricValues) => void>();
    let answered = Promise.withResolvers<void>();
    const ready = Promise.withResolvers<void>();
    const exited = Promise.withResolvers<string>();
    const send = (message: MessageToWebProcess) => {
      // A message to a process that is ending fails; its end is noticed by itself.
      if (worker.isConnected()) worker.send(message, undefined, undefined, () => undefined);
    };
    const read: ReadValues = () =>
      new Promise((resolve) => {
        const id = nextReportId++;
        reports.set(id, resolve);
        send({ type: 'report-metrics', id });
      });

    worker.on('error', () => undefined);
    worker.on('message', (message: MessageToPrimary) => {
      switch (message.type) {
        case 'hello':
          send({ type: 'start', name, folder, input: instance.webProcessInput });
          break;
        case 'ready':
          port = message.port;
          readers.set(worker.id, read);
          ready.resolve();
          break;
        case 'impossible':
          fail(message.reason);
          break;
        case 'pong':
          answered.resolve();
          answered = Promise.withResolvers();
          break;
        case 'metrics-report':
          reports.get(message.id)?.(message.values);
          reports.delete(message.id);
          break;
        case 'metrics-request':
          void metrics
            .read(readers)
            .then((answer) => send({ type: 'metrics-answer', id: message.id, answer }));
          break;
      }
    });
    worker.once('exit', (code: number | null, signal: string | null) => {
      readers.delete(worker.id);
      void metrics.end(worker.id);
      exited.resolve(signal ?? `exit code ${code}`);
    });
    return {
      ready: ready.promise,
      exited: exited.promise,
      stop: (how) => send({ type: how }),
      ping() {
        send({ type: 'ping' });
        return answered.promise;
      },
      kill: () => worker.process.kill('SIGKILL'),
    };
  }

  const supervisor = superviseWebProcesses({
    count: config.WEB_PROCESSES,
    start: startWebProcess,
    log,
    onFailure: fail,
  });
  const stopper = createStopper(instance, async () => {
    await supervisor.stop();
    await rm(folder, { recursive: true, force: true });
  });

  let hasFailed = false;
  function fail(message: string): void {
    // Each of several processes reports that the port is taken.
    if (!hasFailed) process.stderr.write(`${message}\n`);
    hasFailed = true;
    void stopper.stop(1);
  }

  listenForEnd(instance, stopper);
  process.on('SIGUSR2', () => {
    log.info({}, 'the web processes are restarted one after the other');
    void supervisor.restartAll().then((isComplete) => {
      if (isComplete) log.info({}, 'the web processes were restarted');
    });
  });
  if (!(await supervisor.startAll())) return;
  printOrigin(config.ORIGIN, port);
  await printSetUpLink(instance.services, port);
}

/** Creates a folder that only this user may enter. */
async function makeSocketFolder(): Promise<string> {
  const root = Buffer.byteLength(tmpdir()) > folderBytesMax ? '/tmp' : tmpdir();
  return mkdtemp(path.join(root, 'guildhall-web-'));
}
