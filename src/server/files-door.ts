import { fileRoutes } from '#protocol/files/routes.ts';
import type { Services } from './services.ts';
import { wireCalls } from './wire-calls.ts';

/** The file service over the services: it knows its callers by their keys. */
export function filesDoor(services: Services): ReturnType<typeof fileRoutes> {
  return fileRoutes(wireCalls(services));
}
