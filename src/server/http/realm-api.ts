import { realmRoutes } from '#api/realm/realm-routes.ts';
import { createTokens } from '#api/realm/tokens.ts';
import type { Services } from '../bootstrap/services.ts';
import { apiCalls } from './api-call.ts';

/** The app backend over the services: it knows its callers by their tokens. */
export function realmApi(services: Services): ReturnType<typeof realmRoutes> {
  const { secret, clock } = services;
  const { originOf, ctxOf, corsOrigins } = apiCalls(services);
  return realmRoutes(
    {
      tokens: createTokens({ secret, clock }),
      originOf,
      ctxOf: (c) =>
        ctxOf({ requestId: c.get('requestId'), address: c.get('address'), request: c.req.raw }),
    },
    corsOrigins,
  );
}
