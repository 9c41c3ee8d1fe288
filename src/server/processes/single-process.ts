import { createSetUpLink } from '#domain/administration/set-up-site.ts';
import { type BootedServer, boot } from '../bootstrap/boot.ts';
import type { Services } from '../bootstrap/services.ts';
import { startWebServer } from './web-server.ts';

/** Runs an instance that is one process. */
export async function runSingleProcess(environment: NodeJS.ProcessEnv): Promise<void> {
  const booted = await boot(environment);
  const { config, log } = booted.services;
  const stopper = createStopper(booted, () => server.stop());
  const server = startWebServer(booted.services, {
    port: config.PORT,
    onListening(port) {
      printOrigin(config.ORIGIN, port);
      void printSetUpLink(booted.services, port);
    },
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
  process.stdout.write(`Guildhall is open at ${getShownOrigin(origin, port)}\n`);
}

function getShownOrigin(origin: string | undefined, port: number): string {
  return origin ?? `http://localhost:${port}`;
}

/** Prints a new link with which somebody becomes the first admin, while the site has no admin. */
export async function printSetUpLink(
  services: Pick<Services, 'db' | 'clock' | 'log' | 'config'>,
  port: number,
): Promise<void> {
  try {
    const token = await createSetUpLink(services);
    if (token === null) return;
    const link = `${getShownOrigin(services.config.ORIGIN, port)}/set-up?token=${token}`;
    process.stdout.write(`To set up the site, open this link within 24 hours: ${link}\n`);
  } catch (error) {
    services.log.error({ err: error }, 'creating a set-up link failed');
  }
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
