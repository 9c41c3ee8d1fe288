import { uploadRoutes } from '#api/uploadcare-upload/upload-routes.ts';
import { uploadPath } from '#shared/constants/gallery-paths.ts';
import type { Services } from '../bootstrap/services.ts';
import { apiCalls } from './api-call.ts';

/** The upload wire over the services: it knows its callers by what they sign. */
export function uploadcareUploadApi(services: Services): ReturnType<typeof uploadRoutes> {
  return uploadRoutes({ path: uploadPath, ...apiCalls(services) });
}
