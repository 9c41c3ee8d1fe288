import { createRealmRoutes } from '#api/realm/realm-routes.ts';
import { createTokens } from '#api/realm/tokens.ts';
import type { Services } from '#server/bootstrap/services.ts';
import { createApiOptions } from './api-mount-options.ts';

/** The Realm API over the services. It authenticates callers by tokens. */
export function createRealmApi(services: Services): ReturnType<typeof createRealmRoutes> {
  const { keys, clock } = services;
  const { getOrigin, createCtx, corsOrigins } = createApiOptions(services);
  return createRealmRoutes(
    {
      tokens: createTokens({ keys, clock }),
      getOrigin,
      createCtx: (c) =>
        createCtx({ requestId: c.get('requestId'), address: c.get('address'), request: c.req.raw }),
    },
    corsOrigins,
  );
}
