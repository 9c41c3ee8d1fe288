import type { ServerOperations } from './server-operations.ts';

/** For a context without a server, as in scripts. */
export const noServerOperations: ServerOperations = {
  version: '',
  runtime: process.versions.node,
  encryptionKeyPlace: '',
  secretStrength: 'good',
  jobs: { list: async () => [], start: async () => false },
  backups: {
    isNightly: false,
    includesDatabase: false,
    includesPictures: false,
    list: async () => [],
    open: async () => null,
  },
  readDisk: async () => ({ free: 0, total: 0 }),
  services: new Map(),
};
