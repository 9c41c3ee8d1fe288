import type { Ctx } from '#domain/context.ts';
import { createCtx as createServiceCtx } from '#server/bootstrap/create-services.ts';
import type { Services } from '#server/bootstrap/services.ts';

interface ApiCall {
  requestId: string;
  address: string;
  request: Request;
}

/** Creates the options that every API needs. Their callers are never authenticated by cookies. */
export function createApiOptions(services: Services) {
  const { config } = services;
  /** The scheme and host by which clients reach this server. */
  const getOrigin = (url: string) => config.ORIGIN ?? new URL(url).origin;
  /** The context of a call, without an actor. */
  function createCtx({ requestId, address, request }: ApiCall): Ctx {
    const userAgent = request.headers.get('User-Agent')?.slice(0, 400) ?? null;
    const facts = { id: requestId, address, origin: getOrigin(request.url), userAgent };
    return createServiceCtx(services, facts, null);
  }
  return { getOrigin, createCtx, corsOrigins: config.CORS_ORIGINS };
}
