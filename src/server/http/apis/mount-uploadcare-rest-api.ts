import { createFileRoutes } from '#api/uploadcare-rest/rest-routes.ts';
import type { Services } from '#server/bootstrap/services.ts';
import { createApiOptions } from './api-mount-options.ts';

/** The REST API of the file service over the services. It authenticates callers by the key pair. */
export function createUploadcareRestApi(services: Services): ReturnType<typeof createFileRoutes> {
  return createFileRoutes(createApiOptions(services));
}
