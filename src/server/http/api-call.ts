import type { Ctx } from '#domain/context.ts';
import { createCtx } from '../bootstrap/create-services.ts';
import type { Services } from '../bootstrap/services.ts';

/** A call of a wire door, as the application knows it. */
interface ApiCall {
  requestId: string;
  address: string;
  request: Request;
}

/** What every wire door needs: its callers are known by what they prove, never by cookies. */
export function apiCalls(services: Services) {
  const { config } = services;
  /** Scheme and host by which a request's sender reaches us. */
  const originOf = (url: string) => config.ORIGIN ?? new URL(url).origin;
  /** The use cases' context of a call, in which nobody acts yet. */
  function ctxOf({ requestId, address, request }: ApiCall): Ctx {
    const userAgent = request.headers.get('User-Agent')?.slice(0, 400) ?? null;
    const facts = { id: requestId, address, origin: originOf(request.url), userAgent };
    return createCtx(services, facts, null);
  }
  return { originOf, ctxOf, corsOrigins: config.CORS_ORIGINS };
}
