import { type BootedServer, boot } from '../bootstrap/boot.ts';
import { startWebServer } from './web-server.ts';

/** Runs an instance that is one process. */
export async function runSingleProcess(environment: NodeJS.ProcessEnv): Promise<void> {
  const booted = await boot(environment);
  const { config, log } = booted.services;
  const stopper = createStopper(booted, () => server.stop());
  const server = startWebServer(booted.services, {
    port: config.PORT,
    onListening: (port) => printOrigin(config.ORIGIN, port),
    onError(error) {
      process.stderr.write(`${describeListenError(config.PORT, error)}\n`);
      void stopper.stop(1);
    },
  });
  listenForEnd(booted, stopper);
  process.on('SIGUSR2', () => {
    log.warn({}, 'a restart without interruption needs WEB_PROCESSES of 2 or more');
  });
}

/** The line that says that the server is open. */
export function printOrigin(origin: string | undefined, port: number): void {
  process.stdout.write(`Guildhall is open at ${origin ?? `http://localhost:${port}`}\n`);
}

export function describeListenError(port: number, error: Error): string {
  return `Cannot listen on port ${port}: ${error.message}`;
}

/** Stops the web server, then the instance, then the process. */
export interface Stopper {
  isStopping(): boolean;
  stop(code: number): Promise<void>;
}

export function createStopper(booted: BootedServer, stopServing: () => Promise<void>): Stopper {
  let stopping: Promise<void> | null = null;
  return {
    isStopping: () => stopping !== null,
    stop(code) {
      stopping ??= stopServing()
        .then(() => booted.close())
        .then(() => process.exit(code));
      return stopping;
    },
  };
}

/** Stops the instance at a signal, and when its embedded Postgres ends. */
export function listenForEnd(
  { services: { log }, databaseLost }: BootedServer,
  stopper: Stopper,
): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => void stopper.stop(0));
  }
  void databaseLost.then(() => {
    if (stopper.isStopping()) return;
    log.error({}, 'the embedded Postgres ended; stopping, so that a restart can recover it');
    void stopper.stop(1);
  });
}
