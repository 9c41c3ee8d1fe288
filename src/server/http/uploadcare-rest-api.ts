import { fileRoutes } from '#api/uploadcare-rest/rest-routes.ts';
import type { Services } from '../bootstrap/services.ts';
import { apiCalls } from './api-call.ts';

/** The file service over the services: it knows its callers by their keys. */
export function uploadcareRestApi(services: Services): ReturnType<typeof fileRoutes> {
  return fileRoutes(apiCalls(services));
}
