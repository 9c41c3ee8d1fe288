import { Hono } from 'hono';
import { getApiKey, listApiKeys } from '#domain/accounts/api-clients/api-keys.ts';
import { deleteApiKey, setApiKeyDisabled } from '#domain/accounts/api-clients/change-api-key.ts';
import { createApiKey } from '#domain/accounts/api-clients/create-api-key.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { apiKeyInput } from '#shared/schemas/accounts.ts';
import {
  type Call,
  callerByRefresh,
  type Env,
  type RealmOptions,
  type Routes,
  readBody,
} from './realm-context.ts';

interface Key {
  id: string;
  name: string;
  disabled: boolean;
  key?: string;
}

/** The client takes `_id` as it is: an extended id would not be a string. */
function asSent({ id, ...rest }: Key) {
  return { _id: id, ...rest };
}

/** @throws Refusal `api-key-gone` for what is no id of a key. */
function idOf(c: Call): string {
  const id = c.req.param('id') ?? '';
  if (!/^[0-9a-f]{24}$/.test(id)) throw new AppError('api-key-gone');
  return id;
}

/** Keys by which programs log in. Clients send the refresh token for all of it. */
export function apiKeyRoutes(door: RealmOptions): Routes {
  const routes = new Hono<Env>();

  routes.get('/', async (c) => {
    const ctx = door.ctxOf(c);
    const keys = await listApiKeys(ctx, await callerByRefresh(door, c, ctx));
    return c.json(keys.map(asSent));
  });
  routes.post('/', async (c) => {
    const ctx = door.ctxOf(c);
    const caller = await callerByRefresh(door, c, ctx);
    const made = await createApiKey(ctx, caller, await readBody(c, apiKeyInput));
    return c.json(asSent(made), 201);
  });
  routes.get('/:id', async (c) => {
    const ctx = door.ctxOf(c);
    const caller = await callerByRefresh(door, c, ctx);
    return c.json(asSent(await getApiKey(ctx, caller, idOf(c))));
  });
  routes.put('/:id/:change{enable|disable}', async (c) => {
    const ctx = door.ctxOf(c);
    const caller = await callerByRefresh(door, c, ctx);
    const disabled = c.req.param('change') === 'disable';
    await setApiKeyDisabled(ctx, caller, { id: idOf(c), disabled });
    return c.body(null, 204);
  });
  routes.delete('/:id', async (c) => {
    const ctx = door.ctxOf(c);
    const caller = await callerByRefresh(door, c, ctx);
    await deleteApiKey(ctx, caller, idOf(c));
    return c.body(null, 204);
  });

  return routes;
}
