import path from 'node:path';
import type { Ctx } from '#domain/context.ts';
import { createTempDirs } from '#integrations/disk/temp-dirs.ts';
import { createImageProcessor } from '#integrations/sharp/image-processor.ts';
import { createUploadcareClient } from '#integrations/uploadcare/uploadcare-client.ts';
import type { Config } from '../config/config.ts';
import { projectPath } from '../config/project-path.ts';
import type { Logger } from './log.ts';
import type { FileStorage } from './open-file-storage.ts';

/**
 * Creates what handles players' pictures. With the keys
 * of an external file service, pictures from the web pages are stored there.
 */
export function openGalleryStorage(
  config: Config,
  log: Logger,
  storage: Pick<FileStorage, 'fileStore' | 'refresh'>,
): Ctx['gallery'] {
  const { DATA_DIR, uploadcare } = config;
  return {
    fileStore: storage.fileStore,
    refreshFiles: () => storage.refresh(),
    tempDirs: createTempDirs(path.join(DATA_DIR, 'work')),
    externalFiles: uploadcare && createUploadcareClient({ ...uploadcare, log }),
    imageProcessor: createImageProcessor({
      script: projectPath('src/integrations/sharp/image-worker.ts'),
    }),
  };
}
