import path from 'node:path';
import type { Ctx } from '#domain/context.ts';
import { createDiskFileStore } from '#integrations/disk/disk-file-store.ts';
import { createTempDirs } from '#integrations/disk/temp-dirs.ts';
import { createS3FileStore } from '#integrations/s3/s3-file-store.ts';
import { createImageProcessor } from '#integrations/sharp/image-processor.ts';
import { createUploadcareClient } from '#integrations/uploadcare/uploadcare-client.ts';
import type { Config } from '../config/config.ts';
import { projectPath } from '../config/project-path.ts';
import type { Logger } from './log.ts';

/**
 * Creates the storage of players' pictures: under DATA_DIR, or in the bucket of `S3_BUCKET`. With the keys
 * of an external file service, pictures from the web pages are stored there.
 */
export function openGalleryStorage(config: Config, log: Logger): Ctx['gallery'] {
  const { DATA_DIR, s3, uploadcare } = config;
  return {
    fileStore: s3 ? createS3FileStore(s3) : createDiskFileStore(path.join(DATA_DIR, 'gallery')),
    tempDirs: createTempDirs(path.join(DATA_DIR, 'work')),
    externalFiles: uploadcare && createUploadcareClient({ ...uploadcare, log }),
    imageProcessor: createImageProcessor({
      script: projectPath('src/integrations/sharp/image-worker.ts'),
    }),
  };
}
