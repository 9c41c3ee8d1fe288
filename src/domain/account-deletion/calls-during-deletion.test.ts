import { beforeAll, expect, test } from 'vitest';
import { functionRegistry } from '#api/realm/functions/registry.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets } from '#test/fixtures/factories.ts';
import {
  callerOf,
  createFunctionFixture,
  type FunctionFixture,
} from '#test/fixtures/realm-functions.ts';
import { requireUploader } from '../gallery/uploads/upload-quota.ts';
import { deleteAccount } from './delete-account.ts';

const database = useDatabase();
let fixture: FunctionFixture;

beforeAll(async () => {
  await createCardSets(database.db);
  fixture = await createFunctionFixture(database.db);
  await fixture.giveDuplicates();
  const { ctx, people } = fixture;
  const requireAllowed = async () => undefined;
  const deletion = { accountId: people.ada.id, removesTexts: false, requireAllowed };
  await deleteAccount({ ...ctx, actor: people.ada }, deletion);
});

/** What a call says whose session was read before the deletion. */
async function call(name: string, args: readonly unknown[]): Promise<string> {
  try {
    const answer = (await fixture.call(callerOf(fixture.people.ada), name, args)) as {
      error?: string;
    } | null;
    return answer?.error ?? 'done';
  } catch (error) {
    return (error as Error).message;
  }
}

test('calls that began before an account was deleted say so', async () => {
  const { people, game, discussionId } = fixture;
  const { ada, grace } = people;
  const me = ada.username;
  const calls: Record<string, unknown[]> = {
    setCardToMarket: [me, null, game, 'Crown', 1],
    placeMarketOrder: [me, null, game, 'Crown', 0.01, 1],
    craftBadge: [me, null, game],
    recycleCards: [me, null, game, 'common'],
    addDiscussion: [{ title: 'Bye', content: 'Bye' }, me, null],
    editDiscussion: [discussionId, { title: 'Bye', content: 'Bye' }, me, null],
    addCommentToDiscussion: [discussionId, 'Bye', me, null],
    addComment: [grace.username, null, me, 'Bye'],
    updateUser: [{ username: me, desc: 'Bye' }],
  };
  const answers: Record<string, string> = {};
  for (const [name, args] of Object.entries(calls)) answers[name] = await call(name, args);
  expect(answers).toEqual(
    Object.fromEntries(Object.keys(calls).map((name) => [name, 'This account was deleted.'])),
  );
});

test('no function tells somebody whose account was just deleted that it is suspended', async () => {
  const { username } = fixture.people.ada;
  for (const { name, callers, example } of functionRegistry.values()) {
    if (callers === 'anybody') continue;
    const args = JSON.stringify(example.arguments)
      .replaceAll('"Ada"', JSON.stringify(username))
      .replaceAll('"Portal 2"', JSON.stringify(fixture.game));
    const answer = await call(name, JSON.parse(args) as unknown[]);
    expect([name, answer]).toEqual([name, expect.not.stringMatching(/suspended|Guests cannot/)]);
  }
});

test('an upload that began before the deletion says that the account was deleted', async () => {
  const { ctx, people } = fixture;
  await expect(requireUploader(ctx, ctx.db, people.ada.id)).rejects.toMatchObject({
    code: 'account-deleted',
  });
});
