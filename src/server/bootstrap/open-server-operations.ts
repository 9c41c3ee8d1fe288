import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '#database/client.ts';
import type { Ctx } from '#domain/context.ts';
import { partFileName } from '#domain/gallery/storage/file-store.ts';
import type {
  JobMonitor,
  Restores,
  ServerOperations,
  ServiceName,
} from '#domain/system/server-operations.ts';
import { createMailFolder } from '#integrations/disk/mail-folder.ts';
import { createJobMonitor } from '#integrations/pg-boss/job-monitor.ts';
import { createS3FileStore } from '#integrations/s3/s3-file-store.ts';
import { fetchNewestVersion } from '#integrations/versions/fetch-newest-version.ts';
import { backupConstants } from '#shared/constants/server/backups.ts';
import { openBackupCopies } from '../backup/backup-copies.ts';
import {
  deleteBackup,
  listBackups,
  openBackupFile,
  readBackupSpace,
} from '../backup/backup-folder.ts';
import {
  cancelRestore,
  createRestore,
  findPreparedRestore,
  listDoneRestores,
  removeRequestedRestore,
} from '../backup/restore-state.ts';
import type { Config } from '../config/config.ts';
import { judgeSecret, placeOfEncryptionKey } from '../config/open-encryption.ts';
import { projectPath } from '../config/project-path.ts';
import { openGamesService } from './open-catalog-provider.ts';
import { type FileStorage, openFilesService } from './open-file-storage.ts';
import { openMailService } from './open-mailer.ts';
import { openSignOnService } from './open-sign-on.ts';

type Parts = Pick<Ctx, 'accounts' | 'catalog' | 'gallery'> & {
  config: Config;
  db: Database;
  storage: Pick<FileStorage, 'bucket'>;
};

/** What administrators see of this process and its surroundings. */
export function openServerOperations(parts: Parts): ServerOperations {
  const { config, db, storage } = parts;
  const { version }: { version: string } = JSON.parse(
    readFileSync(projectPath('package.json'), 'utf8'),
  );
  const jobs = createJobMonitor((text, values) => db.$client.query(text, values));
  return {
    version,
    runtime: process.versions.node,
    encryptionKeyPlace: placeOfEncryptionKey(config),
    secretStrength: judgeSecret(config),
    givenSettings: config.givenSettings,
    jobs,
    backups: {
      defaultSchedule: {
        isOn: config.BACKUP_NIGHTLY,
        hour: backupConstants.hour,
        keep: config.BACKUP_KEEP,
        isCopied: false,
      },
      includesDatabase: config.DATABASE_URL === undefined,
      get includesPictures() {
        return !storage.bucket?.keepsFiles;
      },
      list: () => listBackups(config),
      open: (name) => openBackupFile(config, name),
      delete: (name) => deleteBackup(config, name),
      start: () => jobs.startByHand(backupConstants.jobByHand),
      findRun: () => jobs.findRun(backupConstants.jobByHand),
      readSpace: () => readBackupSpace(config),
      copies: openBackupCopies(config, storage, jobs),
    },
    writtenMails: createMailFolder(path.join(config.DATA_DIR, 'mail')),
    restores: openRestores(config, jobs),
    async readDisk() {
      const { bavail, blocks, bsize } = await statfs(config.DATA_DIR);
      return { free: bavail * bsize, total: blocks * bsize };
    },
    fetchNewestVersion: (address) => fetchNewestVersion(address),
    mailService: openMailService(config),
    gamesService: openGamesService(config),
    signOnService: openSignOnService(config),
    filesService: openFilesService(config),
    // They can be set while the server runs.
    get services() {
      return listServices(parts);
    },
  };
}

/** Restores from the page, which need the embedded database. */
function openRestores({ DATA_DIR }: Config, jobs: JobMonitor): Restores {
  return {
    async request({ file, requestedBy, at }) {
      const restore = {
        state: 'requested' as const,
        file,
        requestedBy,
        requestedAt: at.toISOString(),
        error: null,
        found: null,
        keptIn: null,
      };
      if (!(await createRestore(DATA_DIR, restore))) return false;
      if (await jobs.startByHand(backupConstants.jobRestore)) return true;
      // The job of an earlier one has not ended yet.
      await removeRequestedRestore(DATA_DIR);
      return false;
    },
    find: () => findPreparedRestore(DATA_DIR),
    cancel: () => cancelRestore(DATA_DIR),
    listDone: () => listDoneRestores(DATA_DIR),
  };
}

/** The services that the settings name, with what checks them. */
function listServices({ config, accounts, catalog, gallery, storage }: Parts) {
  const services = new Map<ServiceName, (() => Promise<void>) | null>();
  const { mailer, signOn } = accounts;
  const { provider } = catalog;
  const redisUrl = config.REDIS_URL;
  if (mailer.check) services.set('mail', () => mailer.check?.() ?? Promise.resolve());
  if (redisUrl)
    services.set('redis', async () => {
      const { checkRedis } = await import('#integrations/redis/redis-client.ts');
      await checkRedis(redisUrl);
    });
  if (provider)
    services.set('games', async () => void (await provider.listGames({ page: 1, pageSize: 1 })));
  const { bucket } = storage;
  if (bucket)
    services.set(
      'files',
      async () => void (await createS3FileStore(bucket.settings).open(partFileName(randomUUID()))),
    );
  else if (gallery.externalFiles) services.set('files', null);
  if (signOn) services.set('sign-on', () => signOn.provider.check());
  return services;
}
