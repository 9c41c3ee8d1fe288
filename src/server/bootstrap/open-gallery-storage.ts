import path from 'node:path';
import { createDiskFiles } from '#integrations/disk/file-store.ts';
import { createTempDirs } from '#integrations/disk/temp-dirs.ts';
import { createS3Files } from '#integrations/s3/file-store.ts';
import { createImageProcessor } from '#integrations/sharp/image-processor.ts';
import { createUploadcare } from '#integrations/uploadcare/uploadcare-client.ts';
import type { Config } from '../config/config.ts';
import { projectPath } from '../config/project-path.ts';
import type { Logger } from './log.ts';
import type { Services } from './services.ts';

/**
 * Where players' pictures are kept and made: under DATA_DIR, or in the bucket of `S3_BUCKET`; with the
 * keys of a hosted service, what the web sends is there.
 */
export function openGalleryStorage(
  config: Config,
  log: Logger,
): Pick<Services, 'fileStore' | 'tempDirs' | 'imageProcessor' | 'hostedFiles'> {
  const { DATA_DIR, s3, uploadcare } = config;
  return {
    fileStore: s3 ? createS3Files(s3) : createDiskFiles(path.join(DATA_DIR, 'gallery')),
    tempDirs: createTempDirs(path.join(DATA_DIR, 'work')),
    hostedFiles: uploadcare && createUploadcare({ ...uploadcare, log }),
    imageProcessor: createImageProcessor({
      script: projectPath('src/integrations/sharp/image-worker.ts'),
    }),
  };
}
