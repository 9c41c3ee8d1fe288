import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { moderationLog } from '#database/schema.ts';
import { createTestDiscussion } from '#test/fixtures/create-discussion.ts';
import { reason, useHiding, withCode } from '#test/fixtures/hiding.ts';
import { getDiscussion } from '../../discussions/get-discussion.ts';
import { hideThing } from './hide-thing.ts';
import { hideableKinds } from './hideable-kinds.ts';
import { showInTransaction } from './show-thing.ts';

const { database, as, player, moderator, hide, restore } = useHiding();

it('a thing that waits for approval is hidden by its cause, and shown by an approval alone', async () => {
  const author = await player();
  const id = await createTestDiscussion(as(author), author);
  const wait = (thing: string) =>
    database.db.transaction(async (tx) => {
      const locked = await hideableKinds.discussion.lock(tx, thing);
      if (!locked) throw new Error('There is no such discussion.');
      const hiding = { cause: 'approval', at: new Date(), logId: null } as const;
      await hideableKinds.discussion.hide(tx, locked, hiding);
    });
  const approve = (thing: string) =>
    database.db.transaction((tx) =>
      showInTransaction(tx, { kind: 'discussion', thing, cause: 'approval', log: null }),
    );
  await wait(id);
  expect(await getDiscussion(as(author), { discussionId: id })).toMatchObject({
    hidden: { cause: 'approval', reason: null },
  });
  const results = await Promise.allSettled([approve(id), approve(id)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect((await getDiscussion(as(null), { discussionId: id })).hidden).toBeNull();

  const rejected = await createTestDiscussion(as(author), author);
  await wait(rejected);
  const by = await hide('discussion', rejected);
  await expect(approve(rejected)).rejects.toEqual(withCode('not-hidden'));
  await restore(by, author);
  expect((await getDiscussion(as(null), { discussionId: rejected })).hidden).toBeNull();
});

it('only moderators hide, not their own things, and a thing is hidden once', async () => {
  const [author, by] = [await player(), await moderator()];
  const id = await createTestDiscussion(as(author), author);
  const own = await createTestDiscussion(as(by), by);
  const form = { kind: 'discussion', thing: id, reason } as const;
  await expect(hideThing(as(null), form)).rejects.toEqual(withCode('login-required'));
  await expect(hideThing(as(author), form)).rejects.toEqual(withCode('moderators-only'));
  await expect(hideThing(as(by), { ...form, thing: own })).rejects.toEqual(
    withCode('moderate-self'),
  );
  const moderators = await Promise.all(Array.from({ length: 4 }, moderator));
  const results = await Promise.allSettled(moderators.map((one) => hideThing(as(one), form)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const entries = await database.db.$count(moderationLog, eq(moderationLog.targetId, author.id));
  expect(entries).toBe(1);
});
