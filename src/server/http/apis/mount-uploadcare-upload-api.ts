import { createUploadRoutes } from '#api/uploadcare-upload/upload-routes.ts';
import type { Services } from '#server/bootstrap/services.ts';
import { uploadPath } from '#shared/constants/gallery-paths.ts';
import { createApiOptions } from './api-mount-options.ts';

/** The upload API over the services. It authenticates callers by upload signatures. */
export function createUploadcareUploadApi(
  services: Services,
): ReturnType<typeof createUploadRoutes> {
  return createUploadRoutes({ path: uploadPath, ...createApiOptions(services) });
}
