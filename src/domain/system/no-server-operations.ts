import { backupConstants } from '#shared/constants/server/backups.ts';
import type { ServerOperations } from './server-operations.ts';

/** For a context without a server, as in scripts. */
export const noServerOperations: ServerOperations = {
  version: '',
  runtime: process.versions.node,
  encryptionKeyPlace: '',
  secretStrength: 'good',
  givenSettings: [],
  jobs: {
    list: async () => [],
    start: async () => false,
    startByHand: async () => false,
    findRun: async () => null,
    listFailed: async () => [],
    retry: async () => false,
  },
  mailService: { isInEnvironment: false, needsOrigin: false, async test() {} },
  gamesService: { isInEnvironment: false, url: 'https://api.rawg.io/api', async test() {} },
  signOnService: { isInEnvironment: false, needsOrigin: false, async test() {} },
  filesService: { isInEnvironment: false, async test() {}, hasFiles: async () => false },
  writtenMails: { list: async () => ({ mails: [], total: 0 }), open: async () => null },
  backups: {
    defaultSchedule: { isOn: false, hour: backupConstants.hour, keep: 1, isCopied: false },
    includesDatabase: false,
    includesPictures: false,
    list: async () => [],
    open: async () => null,
    delete: async () => false,
    start: async () => false,
    findRun: async () => null,
    readSpace: async () => ({ free: 0, needed: 0 }),
    copies: {
      bucket: null,
      list: async () => [],
      open: async () => null,
      delete: async () => false,
      start: async () => false,
      findRun: async () => null,
      async copyNewest() {},
      async fetch() {},
    },
  },
  restores: {
    request: async () => false,
    find: async () => null,
    cancel: async () => false,
    listDone: async () => [],
  },
  fetchNewestVersion: () => Promise.reject(new Error('There is no server.')),
  readDisk: async () => ({ free: 0, total: 0 }),
  services: new Map(),
};
