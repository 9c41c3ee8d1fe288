import type { Hono } from 'hono';
import { fileRoutes } from '#protocol/files/routes.ts';
import { createCtx, type Services } from './services.ts';

/** The file service over the services: it knows its callers by their keys, not by cookies. */
export function filesDoor(services: Services): Hono<{
  Variables: { requestId: string; address: string };
}> {
  const { config } = services;
  const originOf = (url: string) => config.ORIGIN ?? new URL(url).origin;
  return fileRoutes({
    corsOrigins: config.CORS_ORIGINS,
    originOf,
    ctxOf: ({ requestId, address, request }) => {
      const userAgent = request.headers.get('User-Agent')?.slice(0, 400) ?? null;
      const facts = { id: requestId, address, origin: originOf(request.url), userAgent };
      return createCtx(services, facts, null);
    },
  });
}
