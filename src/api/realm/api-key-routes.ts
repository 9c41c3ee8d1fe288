import { Hono } from 'hono';
import {
  deleteApiKey,
  setApiKeyDisabled,
} from '#domain/accounts/api-clients/api-keys/change-api-key.ts';
import { createApiKey } from '#domain/accounts/api-clients/api-keys/create-api-key.ts';
import { getApiKey, listApiKeys } from '#domain/accounts/api-clients/api-keys/list-api-keys.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { apiKeyInput } from '#shared/schemas/accounts/accounts.ts';
import {
  parseBody,
  type RealmContext,
  type RealmEnv,
  type RealmOptions,
  type RealmRoutes,
  requireCallerByRefreshToken,
} from './realm-context.ts';

interface ApiKey {
  id: string;
  name: string;
  disabled: boolean;
  key?: string;
}

/** Clients use `_id` without decoding it, so it is a plain string and not an Extended JSON id. */
function toKeyResponse({ id, ...rest }: ApiKey) {
  return { _id: id, ...rest };
}

/** Parses the key id of the path. @throws AppError `api-key-gone` if it cannot be an id. */
function parseKeyId(c: RealmContext): string {
  const id = c.req.param('id') ?? '';
  if (!/^[0-9a-f]{24}$/.test(id)) throw new AppError('api-key-gone');
  return id;
}

/** Routes for the API keys of an account. Clients authenticate with the refresh token. */
export function createApiKeyRoutes(options: RealmOptions): RealmRoutes {
  const routes = new Hono<RealmEnv>();

  routes.get('/', async (c) => {
    const ctx = options.createCtx(c);
    const keys = await listApiKeys(ctx, await requireCallerByRefreshToken(options, c, ctx));
    return c.json(keys.map(toKeyResponse));
  });
  routes.post('/', async (c) => {
    const ctx = options.createCtx(c);
    const caller = await requireCallerByRefreshToken(options, c, ctx);
    const created = await createApiKey(ctx, caller, await parseBody(c, apiKeyInput));
    return c.json(toKeyResponse(created), 201);
  });
  routes.get('/:id', async (c) => {
    const ctx = options.createCtx(c);
    const caller = await requireCallerByRefreshToken(options, c, ctx);
    return c.json(toKeyResponse(await getApiKey(ctx, caller, parseKeyId(c))));
  });
  routes.put('/:id/:change{enable|disable}', async (c) => {
    const ctx = options.createCtx(c);
    const caller = await requireCallerByRefreshToken(options, c, ctx);
    const disabled = c.req.param('change') === 'disable';
    await setApiKeyDisabled(ctx, caller, { id: parseKeyId(c), disabled });
    return c.body(null, 204);
  });
  routes.delete('/:id', async (c) => {
    const ctx = options.createCtx(c);
    const caller = await requireCallerByRefreshToken(options, c, ctx);
    await deleteApiKey(ctx, caller, parseKeyId(c));
    return c.body(null, 204);
  });

  return routes;
}
