import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { functionRegistry } from '#api/realm/functions/registry.ts';
import type { Actor } from '#domain/actor.ts';
import { withNightly } from '../config/nightly.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createCardSets } from '../fixtures/factories.ts';
import {
  callerOf,
  createFunctionFixture,
  type FunctionFixture,
  outcomeOf,
} from '../fixtures/realm-functions.ts';
import { changedTables, takeChanges } from '../fixtures/recorded-changes.ts';

const database = useDatabase({ recordsChanges: true });
beforeAll(() => createCardSets(database.db));

const content = { title: 'Cards', content: 'Which?', game: '', genre: ['Puzzle'], isPrivate: true };

/** Placeholders for the username of the actor and its loginId in the arguments of a call. */
const me = Symbol('the username of the actor');
const loginIdPlaceholder = Symbol('the loginId');

/** Valid calls of each function by an allowed caller. Forged calls are made from them. */
const validCalls: Record<string, (fixture: FunctionFixture) => unknown[][]> = {
  logoutUser: () => [[me, loginIdPlaceholder]],
  updateUserMoney: () => [[me, 20]],
  updateUser: () => [
    [{ username: me, name: 'Ada L.', desc: 'Hello', profilePic: 'profile2.webp' }],
  ],
  purchaseGame: ({ unowned }) => [[{ username: me, amount: -9.99, game: unowned }]],
  addCardToInventory: ({ people, game }) => [
    [me, loginIdPlaceholder, people.grace.username, game, 'Dog', 'Won it.'],
  ],
  setCardToMarket: ({ game }) => [[me, loginIdPlaceholder, game, 'Crown', 2.5]],
  buyMarketItem: ({ item }) => [[me, loginIdPlaceholder, item]],
  removeMarketItem: ({ ownItem }) => [[me, loginIdPlaceholder, ownItem]],
  createTradeOffer: ({ people, game }) => [
    [
      me,
      loginIdPlaceholder,
      people.hopper.username,
      [{ gameName: game, cardName: 'Crown', copies: 1 }],
      [],
      'Hello!',
    ],
  ],
  counterTradeOffer: ({ game, offerId }) => [
    [me, loginIdPlaceholder, offerId, [{ gameName: game, cardName: 'Crown' }], [], 'Hello!'],
  ],
  listTradeOffers: () => [[me, loginIdPlaceholder, 'incoming']],
  acceptTradeOffer: ({ offerId }) => [[me, loginIdPlaceholder, offerId]],
  declineTradeOffer: ({ offerId }) => [[me, loginIdPlaceholder, offerId]],
  withdrawTradeOffer: ({ ownOfferId }) => [[me, loginIdPlaceholder, ownOfferId]],
  placeMarketOrder: ({ unowned }) => [[me, loginIdPlaceholder, unowned, 'Crown', 2.5, 3]],
  orderMissingCards: ({ unowned }) => [
    [me, loginIdPlaceholder, unowned, [{ cardName: 'Crown', price: 2.5 }]],
  ],
  cancelMarketOrder: ({ ownOrder }) => [[me, loginIdPlaceholder, ownOrder]],
  getMarketOrders: () => [[me, loginIdPlaceholder]],
  previewMarketSale: ({ game }) => [[me, loginIdPlaceholder, game, 'Crown', 2.5]],
  addComment: ({ people }) => [[people.grace.username, loginIdPlaceholder, me, 'Hello!']],
  addFriendRequest: ({ people }) => [[me, people.grace.username]],
  friendRequestAction: ({ people }) => [[people.linus.username, me, 'accept']],
  getFriendRequests: () => [[me]],
  getUserFriends: ({ people }) => [[people.hopper.username]],
  removeFriend: ({ people }) => [[me, loginIdPlaceholder, people.hopper.username]],
  getLastClaimDate: () => [[me, loginIdPlaceholder]],
  claimDailyReward: () => [[me, loginIdPlaceholder]],
  startPlaying: ({ game }) => [[me, loginIdPlaceholder, game]],
  rewardCard: ({ game }) => [[me, loginIdPlaceholder, game]],
  craftBadge: ({ game }) => [[me, loginIdPlaceholder, game]],
  recycleCards: ({ game }) => [[me, loginIdPlaceholder, game, 'common']],
  addDiscussion: () => [[content, me, loginIdPlaceholder]],
  editDiscussion: ({ discussionId }) => [[discussionId, content, me, loginIdPlaceholder]],
  addCommentToDiscussion: ({ discussionId }) => [
    [discussionId, 'Both.', me, loginIdPlaceholder],
    [discussionId, { author: me, loginId: loginIdPlaceholder, content: 'Both.' }],
    [discussionId, 'Both.'],
  ],
  sendPrivateMessage: ({ people }) => [[me, people.hopper.username, 'Hello!']],
  getMessages: ({ people }) => [[me, people.hopper.username]],
};

/** Replaces the placeholders in arguments. */
function fillIn(args: unknown, name: string, loginId: string | null): unknown {
  if (args === me) return name;
  if (args === loginIdPlaceholder) return loginId;
  if (Array.isArray(args)) return args.map((item) => fillIn(item, name, loginId));
  if (typeof args !== 'object' || args === null) return args;
  return Object.fromEntries(
    Object.entries(args).map(([key, item]) => [key, fillIn(item, name, loginId)]),
  );
}

const argsOf = (args: unknown, name: string, loginId: string | null) =>
  fillIn(args, name, loginId) as unknown[];

const has = (args: unknown, what: symbol): boolean =>
  args === what ||
  (typeof args === 'object' && args !== null && Object.values(args).some((one) => has(one, what)));

/** Unexpected values that a client may send. For each argument at least one has a wrong type. */
const unexpectedValues: unknown[] = [
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

/** The unexpected values for the argument with this number: some of them in turn, and all in the nightly run. */
function chooseUnexpected(number: number): unknown[] {
  const count = 4;
  const turned = unexpectedValues.map(
    (_, index) => unexpectedValues[(number * count + index) % unexpectedValues.length],
  );
  return withNightly(turned.slice(0, count), turned.slice(count));
}

interface Place {
  inside: unknown;
  put: (other: unknown) => unknown;
}

/** Yields each value in the arguments, at any depth, with a function that replaces it. */
function* listPlaces(value: unknown): Generator<Place> {
  if (typeof value !== 'object' || value === null || '$numberDouble' in value) return;
  for (const [key, inside] of Object.entries(value)) {
    const put = (other: unknown) =>
      Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other };
    yield { inside, put };
    for (const deeper of listPlaces(inside)) {
      yield { inside: deeper.inside, put: (other) => put(deeper.put(other)) };
    }
  }
}

/**
 * Yields the arguments of a function with one value replaced by an unexpected one. `wrong` is true when the
 * function cannot accept the value.
 */
function* replaceEachValue(
  name: string,
  args: unknown,
): Generator<{ args: unknown; wrong: boolean }> {
  const first = guarded.findIndex((one) => one.name === name);
  for (const [index, { inside, put }] of [...listPlaces(args)].entries()) {
    for (const unexpected of chooseUnexpected(first + index)) {
      const wrong = typeof inside === 'string' && typeof unexpected !== 'string';
      yield { args: put(unexpected), wrong };
    }
  }
}

const guarded = [...functionRegistry.values()].filter(({ callers }) => callers !== 'anybody');

describe('functions that need a caller', () => {
  /** Of the calls that change nothing. */
  let shared: FunctionFixture;
  /** Of unexpected values, until one has an effect. */
  let unchanged: FunctionFixture | null = null;
  beforeAll(async () => {
    shared = await createFunctionFixture(database.db);
  });

  it('all have valid calls in this test', () => {
    expect(Object.keys(validCalls).toSorted()).toEqual(guarded.map(({ name }) => name).toSorted());
  });

  it.each(guarded.map(({ name, callers }) => ({ name, callers })))(
    '$name rejects forged calls',
    async ({ name, callers }) => {
      const { db } = database;
      const { people, call, loginIdOf, ctx } = shared;
      const who: Actor = callers === 'admin' ? people.admin : people.ada;
      const own = await loginIdOf(who);
      const anothers = await loginIdOf(people.grace);
      const expired = await loginIdOf(who);
      await db.execute(sql`update login_ids set expires_at = ${ctx.clock.now().toISOString()}
        where id = (select max(id::text)::uuid from login_ids)`);
      const nobody = callerOf();
      const bound = callerOf(who);
      await takeChanges(db);
      const done: unknown[] = [];
      const forge = async (what: string, caller: typeof nobody, args: readonly unknown[]) => {
        const outcome = await outcomeOf(call(caller, name, args));
        if (outcome !== 'refused') done.push({ what, outcome, args });
      };

      for (const args of validCalls[name]?.(shared) ?? []) {
        const right = argsOf(args, who.username, null);
        await forge('no session', nobody, right);
        if (has(args, me)) {
          await forge('another name', bound, argsOf(args, people.grace.username, null));
          await forge('no name', bound, argsOf(args, '', null));
        } else {
          await forge('another caller', nobody, right);
        }
        if (has(args, loginIdPlaceholder)) {
          await forge('another loginId', bound, argsOf(args, who.username, anothers));
          await forge('an expired loginId', bound, argsOf(args, who.username, expired));
          await forge('a made up loginId', bound, argsOf(args, who.username, 'x'.repeat(43)));
          await forge('another name', nobody, argsOf(args, people.grace.username, own));
        }
        await forge('too few arguments', bound, right.slice(0, -1));
        await forge('no arguments', bound, []);
        await forge('too many arguments', bound, [...right, null]);
        await forge('far too many arguments', bound, [...right, ...Array(500).fill('x')]);
        for (const { args: odd, wrong } of replaceEachValue(name, right)) {
          await forge('unexpectedValues', wrong ? bound : nobody, odd as unknown[]);
        }
      }
      expect(done).toEqual([]);
      expect(changedTables(await takeChanges(db))).toEqual([]);
    },
  );

  it.each(guarded.map(({ name, callers }) => ({ name, callers })))(
    '$name has no server error for unexpected values of its player',
    async ({ name, callers }) => {
      const { db } = database;
      unchanged ??= await createFunctionFixture(db);
      const fixture = unchanged;
      await takeChanges(db);
      const who: Actor = callers === 'admin' ? fixture.people.admin : fixture.people.ada;
      const failed: unknown[] = [];
      for (const args of validCalls[name]?.(fixture) ?? []) {
        for (const { args: odd } of replaceEachValue(name, argsOf(args, who.username, null))) {
          const outcome = await outcomeOf(fixture.call(callerOf(who), name, odd as unknown[]));
          if (outcome.startsWith('failed')) failed.push({ outcome, odd });
        }
      }
      expect(failed).toEqual([]);
      // After a call with an effect, later calls could be refused for another reason.
      if ((await takeChanges(db)).length > 0) unchanged = null;
    },
  );

  it.each(guarded.map(({ name, callers }) => ({ name, callers })))(
    '$name succeeds for its caller by token and by loginId',
    async ({ name, callers }) => {
      const isProven = has(validCalls[name]?.(shared)[0], loginIdPlaceholder);
      for (const byToken of [true, false]) {
        if ((byToken && name === 'logoutUser') || (!byToken && !isProven)) continue;
        const fixture = await createFunctionFixture(database.db);
        const who: Actor = callers === 'admin' ? fixture.people.admin : fixture.people.ada;
        if (name === 'craftBadge' || name === 'recycleCards') await fixture.giveDuplicates();
        const [args] = validCalls[name]?.(fixture) ?? [];
        const loginId = byToken ? null : await fixture.loginIdOf(who);
        const sent = argsOf(args, who.username.toUpperCase(), loginId);
        const answer = fixture.call(callerOf(byToken ? who : null), name, sent);
        if (name === 'rewardCard') {
          expect(await answer).toMatchObject({ success: false, retryAfterMs: 15_000 });
          fixture.ctx.testClock.advance(15_000);
          const again = await fixture.call(callerOf(byToken ? who : null), name, sent);
          expect(again).toMatchObject({ success: true, card: { name: expect.any(String) } });
        } else {
          expect(await answer).not.toHaveProperty('error');
        }
      }
    },
  );
});
