import { readBundle } from '#catalog/read-bundle.ts';
import { renewGlyphPictures } from '#domain/card-sets/glyph-picture.ts';
import { importCardSets } from '#domain/card-sets/import-card-sets.ts';
import { restoreBundledCovers } from '#domain/catalog/covers/restore-bundled-covers.ts';
import { importGames } from '#domain/catalog/games/import-games.ts';
import { recordDefaultPrice } from '#domain/catalog/prices/record-default-price.ts';
import type { SiteFacts } from '#domain/context.ts';
import { swapRestoredData } from '../backup/swap-restored-data.ts';
import { type Config, readConfig } from '../config/config.ts';
import { projectPath } from '../config/project-path.ts';
import { startProcessJobs } from '../jobs/process-jobs.ts';
import { startScheduledJobs } from '../jobs/scheduled-jobs.ts';
import { warmShareImages } from '../jobs/warm-share-images.ts';
import { getArtDirectory } from './art-directory.ts';
import type { DirectConnection } from './connect-nodes.ts';
import { createServices } from './create-services.ts';
import { createLog, type Logger } from './log.ts';
import {
  connectDatabase,
  type DatabaseConnection,
  openConfiguredDatabase,
} from './open-database.ts';
import { getPoolSize } from './pool-size.ts';
import type { Services } from './services.ts';
import { stopTelemetry } from './start-telemetry.ts';

interface Booted {
  services: Services;
  /** Stops the jobs and closes the database; an embedded one is stopped by the process that started it. */
  close(): Promise<void>;
}

export interface BootedServer extends Booted {
  /** Resolves if an embedded Postgres exits by itself. */
  databaseLost: Promise<unknown>;
}

/** What a web process gets from the primary process of its instance. It contains the database's password. */
export interface WebProcessInput {
  connection: DatabaseConnection;
  /** Leads to Postgres itself, for the events of the other nodes. */
  direct: DirectConnection;
  pictures: Pick<SiteFacts, 'banner' | 'shareImage'>;
}

/**
 * Starts an instance that is one process. The HTTP server starts afterwards.
 * @throws ConfigError, EmbeddedPostgresError with the line that the operator sees.
 */
export async function boot(environment: NodeJS.ProcessEnv): Promise<BootedServer> {
  // Development has one process, whatever the setting is.
  const config = { ...readConfig(environment), WEB_PROCESSES: 1 };
  const instance = await bootInstance(config, createLog(config.LOG_LEVEL));
  const stopProcessJobs = startProcessJobs(instance.services);
  return {
    services: instance.services,
    databaseLost: instance.databaseLost,
    async close() {
      await stopProcessJobs();
      await instance.close();
    },
  };
}

/**
 * Does what one process of an instance does once: puts a restored backup into place, opens and migrates the database, imports the bundled catalog
 * and starts the scheduled jobs.
 * @throws ConfigError, EmbeddedPostgresError with the line that the operator sees.
 */
export async function bootInstance(
  config: Config,
  log: Logger,
): Promise<BootedServer & { webProcessInput: WebProcessInput }> {
  for (const line of config.ignoredSettings) log.warn(line);
  await swapRestoredData(config, log);
  const { db, connection, direct, lost, close } = await openConfiguredDatabase(config, log);
  const hasWebProcesses = config.WEB_PROCESSES > 1;
  // Only a single process on the embedded database is certainly alone.
  const mayHaveOthers =
    hasWebProcesses || config.DATABASE_URL !== undefined || config.REDIS_URL !== undefined;
  let services: Services | null = null;
  try {
    const bundle = await readBundledCatalog();
    const pictures = { banner: bundle.banner, shareImage: bundle.share };
    services = await createServices(config, db, log, pictures, {
      direct: mayHaveOthers ? direct : null,
      servesRequests: !hasWebProcesses,
    });
    const booted = services;
    await importGames(services, bundle);
    await recordDefaultPrice(services);
    if (!booted.catalog.cachedProvider) await restoreBundledCovers(services);
    await importCardSets(services, bundle.cardSets);
    await renewGlyphPictures(services);
    const stopJobs = startScheduledJobs(services);
    const warming = warmShareImages(services);
    return {
      services,
      databaseLost: lost,
      webProcessInput: { connection, direct, pictures },
      async close() {
        await warming.stop();
        await stopJobs();
        await closeServices(booted, close);
      },
    };
  } catch (error) {
    await services?.events.stop();
    await close();
    throw error;
  }
}

/** Creates the services of a web process on the database that the primary process has prepared. */
export async function bootWebProcess(
  config: Config,
  log: Logger,
  { connection, direct, pictures }: WebProcessInput,
): Promise<Booted> {
  const max = getPoolSize(config.WEB_PROCESSES).web;
  const { db, close } = connectDatabase({ ...connection, max }, log);
  const services = await createServices(config, db, log, pictures, {
    direct,
    servesRequests: true,
  });
  const stopProcessJobs = startProcessJobs(services);
  return {
    services,
    async close() {
      await stopProcessJobs();
      await closeServices(services, close);
    },
  };
}

/** Closes what the services use, and at last the database. */
async function closeServices(
  { catalog, events, reads, log }: Services,
  closeDatabase: () => Promise<void>,
): Promise<void> {
  await catalog.cachedProvider?.close();
  await events.stop();
  await reads?.close();
  await closeDatabase();
  await stopTelemetry();
  log.flush();
}

function readBundledCatalog() {
  return readBundle({
    catalogDirectory: projectPath('catalog'),
    artDirectory: getArtDirectory(),
  });
}
