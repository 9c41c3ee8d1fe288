import path from 'node:path';
import { createDiskFiles } from '#adapters/files/disk-files.ts';
import { createDiskWorkrooms } from '#adapters/files/disk-workrooms.ts';
import { createS3Files } from '#adapters/files/s3-files.ts';
import { createPictureImages } from '#adapters/images/images.ts';
import { createUploadcare } from '#adapters/uploadcare/uploadcare.ts';
import type { Config } from './config.ts';
import type { Logger } from './log.ts';
import { projectPath } from './project-path.ts';
import type { Services } from './services.ts';

/**
 * Where players' pictures are kept and made: under DATA_DIR, or in the bucket of `S3_BUCKET`; with the
 * keys of a hosted service, what the web sends is there.
 */
export function openGalleryFiles(
  config: Config,
  log: Logger,
): Pick<Services, 'files' | 'workrooms' | 'images' | 'hostedFiles'> {
  const { DATA_DIR, s3, uploadcare } = config;
  return {
    files: s3 ? createS3Files(s3) : createDiskFiles(path.join(DATA_DIR, 'gallery')),
    workrooms: createDiskWorkrooms(path.join(DATA_DIR, 'work')),
    hostedFiles: uploadcare && createUploadcare({ ...uploadcare, log }),
    images: createPictureImages({ script: projectPath('src/adapters/images/reader.ts') }),
  };
}
