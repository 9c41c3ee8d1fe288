import { beforeAll, describe, expect, it, test } from 'vitest';
import { callFunction } from '#api/realm/functions/call-function.ts';
import type { Callers } from '#api/realm/functions/define-function.ts';
import { functionRegistry } from '#api/realm/functions/registry.ts';
import type { PrivateSubject } from '#shared/constants/privacy.ts';
import { useDatabase } from '../fixtures/database.ts';
import { callerOf, outcomeOf } from '../fixtures/realm-functions.ts';
import { changedTables, takeChanges } from '../fixtures/recorded-changes.ts';
import {
  createMatrixFixture,
  isShown,
  type MatrixFixture,
  type MatrixRole,
  type Owner,
  roles,
} from './matrix-fixture.ts';
import { readingFunctions } from './reading-functions.ts';

/** Functions that change something. `test/conformance/forged-function-calls.test.ts` forges their calls. */
const changingFunctions = [
  'rateLimit',
  'registerUser',
  'loginUser',
  'loginGuestUser',
  'logoutUser',
  'updateUser',
  'updateUserMoney',
  'claimDailyReward',
  'purchaseGame',
  'startPlaying',
  'rewardCard',
  'craftBadge',
  'recycleCards',
  'orderMissingCards',
  'placeMarketOrder',
  'cancelMarketOrder',
  'setCardToMarket',
  'buyMarketItem',
  'removeMarketItem',
  'createTradeOffer',
  'counterTradeOffer',
  'acceptTradeOffer',
  'declineTradeOffer',
  'withdrawTradeOffer',
  'addFriendRequest',
  'friendRequestAction',
  'removeFriend',
  'sendPrivateMessage',
  'addComment',
  'addDiscussion',
  'editDiscussion',
  'addCommentToDiscussion',
  'addCardToInventory',
];

const database = useDatabase({ recordsChanges: true });
let fixture: MatrixFixture;

beforeAll(async () => {
  fixture = await createMatrixFixture(database.db);
});

const call = (role: MatrixRole, name: string, args: readonly unknown[]) =>
  callFunction(fixture.ctx, { name, args, caller: callerOf(fixture.actors[role]) });

/** Which private subjects of the owner a result has. */
function findInResult(result: unknown, owner: Owner): PrivateSubject[] {
  const text = JSON.stringify(result ?? null);
  const found: [PrivateSubject, boolean][] = [
    ['inventory', text.includes(owner.cardName) || text.includes(owner.badgeGame)],
    ['games', text.includes(owner.ownedGame)],
    ['friends', text.includes(owner.friend.username)],
    ['activity', text.includes(String(owner.playedMs))],
    ['presence', text.includes('"Online"')],
  ];
  return found.filter(([, isFound]) => isFound).map(([subject]) => subject);
}

test('every function has a row, and every row a function', () => {
  const rows = [...Object.keys(readingFunctions), ...changingFunctions];
  expect(rows.toSorted()).toEqual([...functionRegistry.keys()].toSorted());
});

describe.each(Object.entries(readingFunctions))('%s', (name, row) => {
  it.each(roles)('tells a %s only what may be seen', async (role) => {
    for (const owner of fixture.owners) {
      const { shows, withAccount = [], about } = row;
      const args = row.args(owner, fixture.actors[role]?.username ?? 'nobody');
      const result = await call(role, name, args).catch(() => null);
      const answer = result !== null && about ? about(result, owner) : result;
      const expected = isShown(owner.audience, role)
        ? [...shows, ...(role === 'visitor' ? [] : withAccount)]
        : [];
      expect([owner.audience, findInResult(answer, owner).toSorted()]).toEqual([
        owner.audience,
        expected.toSorted(),
      ]);
    }
  });
});

it.each(roles)(
  'the friends of a friend name to a %s only players whose friends may be seen',
  async (role) => {
    for (const { audience, actor, friend } of fixture.owners) {
      const result = await call(role, 'getUserFriends', [friend.username]).catch(() => null);
      const shown = role !== 'visitor' && isShown(audience, role);
      const expected = shown ? [{ username: actor.username, status: 'Online' }] : [];
      expect([audience, result]).toEqual([
        audience,
        role === 'visitor' ? null : { friends: expected },
      ]);
    }
  },
);

/** Who is not allowed to call a function. */
const excluded: Record<Callers, MatrixRole[]> = {
  anybody: [],
  'logged in': ['visitor'],
  player: ['visitor', 'guest'],
  admin: ['visitor', 'guest', 'player', 'friend', 'blocked', 'editor', 'moderator'],
};

const guarded = [...functionRegistry.values()].filter(({ callers }) => callers !== 'anybody');

it.each(guarded)(
  '$name is refused to everybody but its callers',
  async ({ name, callers, example }) => {
    const [owner] = fixture.owners;
    if (!owner) throw new Error('There are owners.');
    await takeChanges(database.db);
    for (const role of excluded[callers]) {
      const me = fixture.actors[role]?.username ?? owner.actor.username;
      // The examples are calls of Ada, in some cases of Grace.
      const text = JSON.stringify(example.arguments).replaceAll(/"(Ada|Grace)"/g, (named) =>
        named === '"Ada"' ? JSON.stringify(me) : JSON.stringify(owner.actor.username),
      );
      const outcome = await outcomeOf(call(role, name, JSON.parse(text) as unknown[]));
      // A guest reads its own empty list.
      expect([role, outcome.replace(/done: .*\[\].*/, 'refused')]).toEqual([role, 'refused']);
    }
    expect(changedTables(await takeChanges(database.db))).toEqual([]);
  },
);
