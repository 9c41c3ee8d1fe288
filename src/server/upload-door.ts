import type { Hono } from 'hono';
import { uploadRoutes } from '#protocol/uploads/routes.ts';
import { uploadPath } from '#shared/upload-addresses.ts';
import { createCtx, type Services } from './services.ts';

/** The upload wire over the services: it knows its callers by what they sign, not by cookies. */
export function uploadDoor(services: Services): Hono<{
  Variables: { requestId: string; address: string };
}> {
  const { config } = services;
  const originOf = (url: string) => config.ORIGIN ?? new URL(url).origin;
  return uploadRoutes({
    path: uploadPath,
    corsOrigins: config.CORS_ORIGINS,
    originOf,
    ctxOf: ({ requestId, address, request }) => {
      const userAgent = request.headers.get('User-Agent')?.slice(0, 400) ?? null;
      const facts = { id: requestId, address, origin: originOf(request.url), userAgent };
      return createCtx(services, facts, null);
    },
  });
}
