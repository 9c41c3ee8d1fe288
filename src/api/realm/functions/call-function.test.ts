import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ApiCaller } from '#domain/accounts/api-clients/sessions/api-caller.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { callFunction } from './call-function.ts';
import { functionRegistry } from './registry.ts';
import { resolveActor } from './resolve-actor.ts';

const database = useDatabase();
const anonymousCaller = {
  apiUserId: '65f000000000000000000001',
  sessionId: randomUUID(),
  deviceId: '65f000000000000000000002',
  anonymous: true,
  accountId: null,
  apiKeyId: null,
  keyScopes: null,
  actor: null,
};

function call(name: string, ...args: unknown[]) {
  return callFunction(createTestCtx(database.db), { name, args, caller: anonymousCaller });
}

describe('a function call', () => {
  test('of an unknown function is rejected with its name', async () => {
    for (const name of ['getEverything', '__proto__', 'constructor', '']) {
      await expect(call(name)).rejects.toMatchObject({
        status: 404,
        code: 'FunctionNotFound',
        message: `function not found: '${name}'`,
      });
    }
  });

  test('with too many or too few arguments is rejected', async () => {
    await expect(call('getAllMarketItems', null)).rejects.toMatchObject({
      status: 400,
      code: 'InvalidParameter',
    });
    await expect(call('rateLimit')).rejects.toThrow('rateLimit takes 1 argument, not 0');
  });

  test('is refused before the function runs: to strangers, to players, and in the name of others', async () => {
    const ctx = createTestCtx(database.db);
    const actor = await createPlayer(database.db);
    const refused = new Set<string>();
    for (const definition of functionRegistry.values()) {
      const [signature] = definition.signatures;
      if (!signature || definition.callers === 'anybody') continue;
      const codeFor = async (name: string, caller: ApiCaller) =>
        resolveActor(
          ctx,
          definition,
          { signature, values: {}, actors: [name], loginId: null },
          caller,
        ).then(
          () => 'allowed',
          (error) => error.code,
        );
      const player = { ...anonymousCaller, actor };
      const isForAdmins = definition.callers === 'admin';
      const codes = [
        await codeFor(actor.username, anonymousCaller),
        await codeFor(actor.username.toUpperCase(), player),
        await codeFor('somebody-else', player),
      ];
      expect([definition.name, ...codes]).toEqual([
        definition.name,
        'login-required',
        isForAdmins ? 'admins-only' : 'allowed',
        isForAdmins ? 'admins-only' : 'not-yourself',
      ]);
      for (const code of codes) refused.add(code);
    }
    expect([...refused].toSorted()).toEqual([
      'admins-only',
      'allowed',
      'login-required',
      'not-yourself',
    ]);
  });

  test.each([
    ['with correct arguments', ['me', null, 'Grace', 'Portal 2', 'Crown', 'Won.']],
    ['without a reason', ['me', null, 'Grace', 'Portal 2', 'Crown', '']],
    ['in the name of an admin', ['Keeper', null, 'Grace', 'Portal 2', 'Crown', 'Won.']],
    ['with other arguments', ['me', 'Crown', 'A card.', 'crown.svg', 'Portal 2']],
    ['without arguments', []],
  ])(
    'of addCardToInventory by a player %s is rejected because only admins may call it',
    async (_, args) => {
      const actor = await createPlayer(database.db);
      const called = callFunction(createTestCtx(database.db), {
        name: 'addCardToInventory',
        args: args.map((value) => (value === 'me' ? actor.username : value)),
        caller: { ...anonymousCaller, actor },
      });
      await expect(called).rejects.toMatchObject({
        code: 'FunctionExecutionError',
        message: 'Only admins can do this.',
      });
    },
  );

  test('with a password is queued under the account that it logs in to', async () => {
    const accounts: unknown[] = [];
    const ctx = createTestCtx(database.db);
    const actions: typeof ctx.fairQueues.actions = (caller, work) => {
      accounts.push(caller.account);
      return work();
    };
    const services = { ...ctx, fairQueues: { ...ctx.fairQueues, actions } };
    const args = [{ username: 'Ada', password: 'wrong password' }];
    const login = callFunction(services, { name: 'loginUser', args, caller: anonymousCaller });
    await expect(login).rejects.toThrow('Incorrect username or password.');
    expect(accounts).toEqual(['ada']);
  });

  test('without an account can read the market', async () => {
    expect(await call('getAllMarketItems')).toEqual([]);
  });
});

test('no function has two arguments of the same name, because its code gets them by name', () => {
  for (const { name, signatures } of functionRegistry.values()) {
    for (const signature of signatures) {
      const names = signature.arguments.map((argument) => argument.name);
      expect(names, name).toEqual([...new Set(names)]);
    }
  }
});
