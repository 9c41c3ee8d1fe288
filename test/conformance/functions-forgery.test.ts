import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { functions } from '#api/realm/functions/registry.ts';
import type { Actor } from '#domain/base-context.ts';
import { callerOf, startApiServer, type WireScene } from '../fixtures/api-server.ts';
import { useDatabase } from '../fixtures/database.ts';
import { changedTables, databaseState } from '../fixtures/database-state.ts';
import { createCardSets } from '../fixtures/factories.ts';

const database = useDatabase();
beforeAll(() => createCardSets(database.db));

const content = { title: 'Cards', content: 'Which?', game: '', genre: ['Puzzle'], isPrivate: true };

/** An argument that says who acts, in the place where a call has it. */
const me = Symbol('the name of who acts');
const proof = Symbol('the loginId');

/** Calls that are right, as whoever may make them: what each forgery is made of. */
const honest: Record<string, (scene: WireScene) => unknown[][]> = {
  logoutUser: () => [[me, proof]],
  updateUserMoney: () => [[me, 20]],
  updateUser: () => [
    [{ username: me, name: 'Ada L.', desc: 'Hello', profilePic: 'profile2.webp' }],
  ],
  purchaseGame: ({ unowned }) => [[{ username: me, amount: -9.99, game: unowned }]],
  addCardToInventory: ({ people, game }) => [
    [me, proof, people.grace.username, game, 'Dog', 'Won it.'],
  ],
  setCardToMarket: ({ game }) => [[me, proof, game, 'Crown', 2.5]],
  buyMarketItem: ({ item }) => [[me, proof, item]],
  removeMarketItem: ({ ownItem }) => [[me, proof, ownItem]],
  addComment: ({ people }) => [[people.grace.username, proof, me, 'Hello!']],
  addFriendRequest: ({ people }) => [[me, people.grace.username]],
  friendRequestAction: ({ people }) => [[people.linus.username, me, 'accept']],
  getFriendRequests: () => [[me]],
  getUserFriends: ({ people }) => [[people.hopper.username]],
  removeFriend: ({ people }) => [[me, proof, people.hopper.username]],
  getLastClaimDate: () => [[me, proof]],
  claimDailyReward: () => [[me, proof]],
  startPlaying: ({ game }) => [[me, proof, game]],
  rewardCard: ({ game }) => [[me, proof, game]],
  addDiscussion: () => [[content, me, proof]],
  editDiscussion: ({ discussionId }) => [[discussionId, content, me, proof]],
  addCommentToDiscussion: ({ discussionId }) => [
    [discussionId, 'Both.', me, proof],
    [discussionId, { author: me, loginId: proof, content: 'Both.' }],
    [discussionId, 'Both.'],
  ],
  sendPrivateMessage: ({ people }) => [[me, people.hopper.username, 'Hello!']],
  getMessages: ({ people }) => [[me, people.hopper.username]],
};

/** A call with the name and the loginId filled in. */
function filled(args: unknown, name: string, loginId: string | null): unknown {
  if (args === me) return name;
  if (args === proof) return loginId;
  if (Array.isArray(args)) return args.map((item) => filled(item, name, loginId));
  if (typeof args !== 'object' || args === null) return args;
  return Object.fromEntries(
    Object.entries(args).map(([key, item]) => [key, filled(item, name, loginId)]),
  );
}

const argsOf = (args: unknown, name: string, loginId: string | null) =>
  filled(args, name, loginId) as unknown[];

const has = (args: unknown, what: symbol): boolean =>
  args === what ||
  (typeof args === 'object' && args !== null && Object.values(args).some((one) => has(one, what)));

/** Whether nothing came of a call: it failed as a call of a client may, or says so. */
async function refusal(answer: Promise<unknown>): Promise<string> {
  try {
    const said = (await answer) as { error?: string };
    return said?.error ? 'refused' : `done: ${JSON.stringify(said)}`;
  } catch (error) {
    const { name, status } = error as { name: string; status?: number };
    // Anything else would be answered as a failure of ours.
    return name === 'FunctionFault' && status === 400 ? 'refused' : `failed: ${String(error)}`;
  }
}

/** What a client may send instead of a value; one of these types is always wrong. */
const strangers: unknown[] = [
  { $numberInt: '7' },
  { $numberDouble: 'NaN' },
  true,
  [],
  {},
  ['text'],
  { username: 'text' },
  { $oid: '65f00000000000000000000z' },
  { $date: { $numberLong: '1' } },
  { $where: 'this.admin = true' },
  { $ne: null },
  { $regularExpression: { pattern: '(a+)+$', options: '' } },
  'nul\u0000l',
  'x'.repeat(50_000),
];

/**
 * Every call with one of its values, however deep, exchanged for a stranger; `wrong` where that cannot
 * be what the function takes, as other strangers may.
 */
function* exchanged(value: unknown): Generator<{ args: unknown; wrong: boolean }> {
  if (typeof value !== 'object' || value === null || '$numberDouble' in value) return;
  for (const [key, inside] of Object.entries(value)) {
    const put = (other: unknown) =>
      Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other };
    for (const stranger of strangers) {
      const wrong = typeof inside === 'string' && typeof stranger !== 'string';
      yield { args: put(stranger), wrong };
    }
    for (const { args, wrong } of exchanged(inside)) yield { args: put(args), wrong };
  }
}

const guarded = [...functions.values()].filter(({ callers }) => callers !== 'anybody');

describe('of a function that only somebody may call', () => {
  it('each has its row here', () => {
    expect(Object.keys(honest).toSorted()).toEqual(guarded.map(({ name }) => name).toSorted());
  });

  it.each(guarded.map(({ name, callers }) => ({ name, callers })))(
    '$name takes no forgery',
    async ({ name, callers }) => {
      const { db } = database;
      const scene = await startApiServer(db);
      const { people, call, loginIdOf, ctx } = scene;
      const who: Actor = callers === 'admin' ? people.keeper : people.ada;
      const own = await loginIdOf(who);
      const anothers = await loginIdOf(people.grace);
      const expired = await loginIdOf(who);
      await db.execute(sql`update login_ids set expires_at = ${ctx.clock.now().toISOString()}
        where id = (select max(id::text)::uuid from login_ids)`);
      const nobody = callerOf();
      const bound = callerOf(who);
      const before = await databaseState(db);
      const done: unknown[] = [];
      const forge = async (what: string, caller: typeof nobody, args: readonly unknown[]) => {
        const outcome = await refusal(call(caller, name, args));
        if (outcome !== 'refused') done.push({ what, outcome, args });
      };

      for (const args of honest[name]?.(scene) ?? []) {
        const right = argsOf(args, who.username, null);
        await forge('no session', nobody, right);
        if (has(args, me)) {
          await forge('another name', bound, argsOf(args, people.grace.username, null));
          await forge('no name', bound, argsOf(args, '', null));
        } else {
          await forge('another caller', nobody, right);
        }
        if (has(args, proof)) {
          await forge('another loginId', bound, argsOf(args, who.username, anothers));
          await forge('an expired loginId', bound, argsOf(args, who.username, expired));
          await forge('a made up loginId', bound, argsOf(args, who.username, 'x'.repeat(43)));
          await forge('another name', nobody, argsOf(args, people.grace.username, own));
        }
        await forge('too few arguments', bound, right.slice(0, -1));
        await forge('no arguments', bound, []);
        await forge('too many arguments', bound, [...right, null]);
        await forge('far too many arguments', bound, [...right, ...Array(500).fill('x')]);
        for (const { args: odd, wrong } of exchanged(right)) {
          await forge('strangers', wrong ? bound : nobody, odd as unknown[]);
        }
      }
      expect(done).toEqual([]);
      expect(changedTables(before, await databaseState(db))).toEqual([]);
    },
  );

  it.each(guarded.map(({ name, callers }) => ({ name, callers })))(
    '$name never fails otherwise than by a refusal, whatever its player sends',
    async ({ name, callers }) => {
      const scene = await startApiServer(database.db);
      const who: Actor = callers === 'admin' ? scene.people.keeper : scene.people.ada;
      const failed: unknown[] = [];
      for (const args of honest[name]?.(scene) ?? []) {
        for (const { args: odd } of exchanged(argsOf(args, who.username, null))) {
          const outcome = await refusal(scene.call(callerOf(who), name, odd as unknown[]));
          if (outcome.startsWith('failed')) failed.push({ outcome, odd });
        }
      }
      expect(failed).toEqual([]);
    },
  );

  it.each(guarded.map(({ name, callers }) => ({ name, callers })))(
    '$name is done for whom it is meant, by token or by loginId',
    async ({ name, callers }) => {
      for (const byToken of [true, false]) {
        const scene = await startApiServer(database.db);
        const who: Actor = callers === 'admin' ? scene.people.keeper : scene.people.ada;
        const [args] = honest[name]?.(scene) ?? [];
        const proven = has(args, proof);
        if ((byToken && name === 'logoutUser') || (!byToken && !proven)) continue;
        const loginId = byToken ? null : await scene.loginIdOf(who);
        const sent = argsOf(args, who.username.toUpperCase(), loginId);
        const answer = scene.call(callerOf(byToken ? who : null), name, sent);
        if (name === 'rewardCard') {
          expect(await answer).toMatchObject({ success: false, retryAfterMs: 15_000 });
          scene.ctx.testClock.advance(15_000);
          const again = await scene.call(callerOf(byToken ? who : null), name, sent);
          expect(again).toMatchObject({ success: true, card: { name: expect.any(String) } });
        } else {
          expect(await answer).not.toHaveProperty('error');
        }
      }
    },
  );
});

const double = (text: string) => ({ $numberDouble: text });
const int = (text: string) => ({ $numberInt: text });

/** Sums that are no top-up, no price of a game and no price of a card. */
const noSums: unknown[] = [
  0,
  -0,
  int('0'),
  double('NaN'),
  double('Infinity'),
  double('-Infinity'),
  double('1e+300'),
  1e9,
  int('1000000000'),
  { $numberLong: '9007199254740991' },
  9.999,
  double('0.30000000000000004'),
  1e-7,
  null,
  true,
  [],
  [20],
  { $numberDecimal: '20' },
];

describe('amounts', () => {
  it.each([
    {
      name: 'updateUserMoney',
      amounts: [...noSums, -20, 0.99, 500.01, '20', '1e2', ''],
      args: (_: WireScene, amount: unknown) => [me, amount],
    },
    {
      name: 'purchaseGame',
      amounts: [...noSums, 9.99, double('9.99'), -9.98, -10, -9.990000001, '-9.99', 'free', ''],
      args: ({ unowned }: WireScene, amount: unknown) => [{ username: me, amount, game: unowned }],
    },
    {
      name: 'setCardToMarket',
      amounts: [
        ...noSums,
        -1,
        0.001,
        10_000.01,
        '',
        ' ',
        'abc',
        '1e3',
        '0',
        '-1',
        '9.999',
        '1,000',
        '٣',
      ],
      args: ({ game }: WireScene, amount: unknown) => [me, null, game, 'Crown', amount],
    },
  ])('that $name does not take change nothing', async ({ name, amounts, args }) => {
    const scene = await startApiServer(database.db);
    const { ada } = scene.people;
    const before = await databaseState(database.db);
    for (const amount of amounts) {
      const sent = argsOf(args(scene, amount), ada.username, null);
      const outcome = await refusal(scene.call(callerOf(ada), name, sent));
      expect({ amount, outcome }).toEqual({ amount, outcome: 'refused' });
    }
    expect(changedTables(before, await databaseState(database.db))).toEqual([]);
  });
});
