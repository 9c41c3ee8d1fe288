import { appServicesRoutes } from '#protocol/app-services/routes.ts';
import { createTokens } from '#protocol/app-services/tokens.ts';
import { createCtx, type Services } from './services.ts';

/** The app backend over the services: it knows its callers by their tokens, never by cookies. */
export function appServicesDoor(services: Services): ReturnType<typeof appServicesRoutes> {
  const { config, secret, clock } = services;
  const originOf = (url: string) => config.ORIGIN ?? new URL(url).origin;
  return appServicesRoutes(
    {
      tokens: createTokens({ secret, clock }),
      originOf,
      ctxOf: (c) =>
        createCtx(
          services,
          {
            id: c.get('requestId'),
            address: c.get('address'),
            origin: originOf(c.req.url),
            userAgent: c.req.header('User-Agent')?.slice(0, 400) ?? null,
          },
          null,
        ),
    },
    config.CORS_ORIGINS,
  );
}
