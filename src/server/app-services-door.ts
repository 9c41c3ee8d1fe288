import { appServicesRoutes } from '#protocol/app-services/routes.ts';
import { createTokens } from '#protocol/app-services/tokens.ts';
import type { Services } from './services.ts';
import { wireCalls } from './wire-calls.ts';

/** The app backend over the services: it knows its callers by their tokens. */
export function appServicesDoor(services: Services): ReturnType<typeof appServicesRoutes> {
  const { secret, clock } = services;
  const { originOf, ctxOf, corsOrigins } = wireCalls(services);
  return appServicesRoutes(
    {
      tokens: createTokens({ secret, clock }),
      originOf,
      ctxOf: (c) =>
        ctxOf({ requestId: c.get('requestId'), address: c.get('address'), request: c.req.raw }),
    },
    corsOrigins,
  );
}
