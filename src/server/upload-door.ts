import { uploadRoutes } from '#protocol/uploads/routes.ts';
import { uploadPath } from '#shared/upload-addresses.ts';
import type { Services } from './services.ts';
import { wireCalls } from './wire-calls.ts';

/** The upload wire over the services: it knows its callers by what they sign. */
export function uploadDoor(services: Services): ReturnType<typeof uploadRoutes> {
  return uploadRoutes({ path: uploadPath, ...wireCalls(services) });
}
