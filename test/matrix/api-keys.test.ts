import { expect, it, test } from 'vitest';
import { callFunction } from '#api/realm/functions/call-function.ts';
import { functionRegistry } from '#api/realm/functions/registry.ts';
import {
  eventAccess,
  functionAccess,
  type KeyAccess,
  realmApiPath,
  routeAccess,
} from '#api/realm/key-access.ts';
import { apiKeys } from '#database/schema.ts';
import { findKeyScopes } from '#domain/accounts/api-clients/api-keys/key-scopes.ts';
import { hashToken } from '#domain/accounts/sessions/secret-token.ts';
import type { Actor } from '#domain/actor.ts';
import { chatEvents } from '#realtime/chat.ts';
import {
  type ApiKeyScope,
  apiKeyScopes,
  isHighApiKeyScope,
} from '#shared/constants/accounts/api-key-scopes.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createPlayer, createTestCtx } from '../fixtures/factories.ts';
import { callerOf } from '../fixtures/realm-functions.ts';
import { changedTables, takeChanges } from '../fixtures/recorded-changes.ts';
import { createWeb } from '../fixtures/web-application.ts';

const database = useDatabase({ recordsChanges: true });

test('every function, route and event says what an API key needs for it', () => {
  expect(Object.keys(functionAccess).toSorted()).toEqual([...functionRegistry.keys()].toSorted());
  expect(Object.keys(eventAccess).toSorted()).toEqual(Object.keys(chatEvents).toSorted());
  const routes = createWeb(database.db)
    .app.routes.filter(
      ({ method, path }) => path.startsWith(`${realmApiPath}/`) && method !== 'ALL',
    )
    .map(({ method, path }) => `${method} ${path.slice(realmApiPath.length)}`);
  expect(Object.keys(routeAccess).toSorted()).toEqual([...new Set(routes)].toSorted());
});

test('a function for admins needs a scope that needs a right, and no other does', () => {
  for (const { name, callers } of functionRegistry.values()) {
    const scope = functionAccess[name] ?? 'read-own';
    expect([name, isHighApiKeyScope(scope)]).toEqual([name, callers === 'admin']);
  }
});

/** A key with the scopes, in the name of `actor`. */
async function createCaller(actor: Actor, scopes: ApiKeyScope[]) {
  const id = actor.id.replaceAll('-', '').slice(0, 24);
  const createdAt = new Date('2026-01-01T00:00:00Z');
  const values = { hash: id, accountId: actor.id, name: 'robot', createdAt, scopes };
  await database.db.insert(apiKeys).values({ id, ...values });
  const keyScopes = findKeyScopes({ scopes, allScopesUntil: null }, createdAt);
  return { ...callerOf(actor), accountId: actor.id, apiKeyId: id, keyScopes };
}

it.each(apiKeyScopes)(
  'a key with the scope %s alone calls what needs it, and nothing else',
  async (own) => {
    const ctx = createTestCtx(database.db);
    const actor = await createPlayer(database.db, { role: 'admin', balance: 10_00 });
    const caller = await createCaller(actor, [own]);
    await takeChanges(database.db);
    const wrong: string[] = [];
    const changed = new Set<string>();
    for (const { name, example } of functionRegistry.values()) {
      const args = JSON.parse(
        JSON.stringify(example.arguments).replaceAll('"Ada"', JSON.stringify(actor.username)),
      ) as unknown[];
      const refusal = await callFunction(ctx, { name, args, caller }).then(
        () => null,
        (error: unknown) => (isAppError(error) && error.code === 'api-key-scope' ? error : null),
      );
      const needed = functionAccess[name];
      if ((refusal === null) !== (needed === own)) wrong.push(name);
      if (refusal !== null) expect(refusal.message).toContain(`'${needed}'`);
      const tables = changedTables(await takeChanges(database.db));
      if (needed !== own || own === 'read-own') for (const table of tables) changed.add(table);
    }
    // What is refused changes nothing, and reading changes nothing.
    expect([wrong, [...changed]]).toEqual([[], []]);
  },
);

test('a key that allows too little is refused with 403 and the name of the scope at each route', async () => {
  const web = createWeb(database.db);
  const { tokens, keyed } = await startKeySession(web, ['write-own']);
  const fillIn = (path: string) =>
    path
      .replace(/:change\{[^}]*\}/, 'enable')
      .replace(':id', 'f'.repeat(24))
      .replace(/:\w+/g, 'guild');
  for (const [route, access] of Object.entries(routeAccess) as [
    string,
    KeyAccess | 'no caller',
  ][]) {
    if (access === 'no caller' || access === 'any key' || access === 'by function') continue;
    const [method = '', path = ''] = route.split(' ');
    const token = path.startsWith('/auth/api_keys') ? tokens.refresh : tokens.access;
    const answer = await keyed(method, fillIn(path), token);
    const { error } = await answer.json();
    expect([route, answer.status, error]).toEqual([
      route,
      403,
      access === 'no key'
        ? 'A session by an API key cannot do this.'
        : `This needs an API key with the scope '${access}'.`,
    ]);
  }
});

/** A session that began with a key that has the scopes. */
async function startKeySession(web: ReturnType<typeof createWeb>, scopes: ApiKeyScope[]) {
  const actor = await createPlayer(database.db);
  const key = 'k'.repeat(43);
  const values = { accountId: actor.id, name: 'robot', createdAt: web.ctx.clock.now(), scopes };
  await database.db.insert(apiKeys).values({ id: 'e'.repeat(24), hash: hashToken(key), ...values });
  const keyed = async (method: string, path: string, token: string, body?: string) =>
    web.app.request(`http://localhost:3000${realmApiPath}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}` },
      ...(body !== undefined && { body }),
    });
  const login = '/app/guild/auth/providers/api-key/login';
  const { access_token: access, refresh_token: refresh } = await (
    await keyed('POST', login, '', JSON.stringify({ key }))
  ).json();
  return { keyed, tokens: { access, refresh } };
}
