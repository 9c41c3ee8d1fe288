import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { moderationLog, notifications } from '#database/schema.ts';
import { createDiscussion } from '#domain/discussions/create-discussion.ts';
import { getDiscussion } from '#domain/discussions/get-discussion.ts';
import { discussionForm } from '#test/fixtures/text-filters.ts';
import { useThingsAwaitingApproval } from '#test/fixtures/things-awaiting-approval.ts';
import { approveThings, declineThing } from './approve-or-decline.ts';
import {
  countThingsAwaitingApproval,
  listThingsAwaitingApproval,
} from './list-things-awaiting-approval.ts';

const { database, as, letFirstWait, queue } = useThingsAwaitingApproval();
const reason = 'This is advertising.';

type TestCtx = Awaited<ReturnType<typeof as>>;
const isSeen = async (ctx: TestCtx, discussionId: string) =>
  (await getDiscussion(ctx, { discussionId }).catch(() => null)) !== null;

describe('deciding', () => {
  async function createWaiting() {
    await letFirstWait(10);
    const author = await as('player');
    const { id } = await createDiscussion(author, discussionForm('Fine.'));
    return { author, thing: { kind: 'discussion' as const, thing: id } };
  }

  it.each([null, 'guest', 'player'] as const)('is not for a %s', async (role) => {
    const { thing } = await createWaiting();
    const ctx = await as(role);
    const refused = { code: role === null ? 'login-required' : 'moderators-only' };
    await expect(listThingsAwaitingApproval(ctx, { page: 1 })).rejects.toMatchObject(refused);
    await expect(countThingsAwaitingApproval(ctx)).rejects.toMatchObject(refused);
    await expect(approveThings(ctx, [thing])).rejects.toMatchObject(refused);
    await expect(declineThing(ctx, { ...thing, reason })).rejects.toMatchObject(refused);
    expect(await queue()).toHaveLength(1);
  });

  it('is not for its author who became a moderator', async () => {
    const { author, thing } = await createWaiting();
    const promoted = {
      ...author,
      actor: author.actor && { ...author.actor, role: 'moderator' as const },
    };
    await expect(approveThings(promoted, [thing])).rejects.toMatchObject({ code: 'moderate-self' });
    await expect(declineThing(promoted, { ...thing, reason })).rejects.toMatchObject({
      code: 'moderate-self',
    });
    expect([await queue(promoted), (await queue()).length]).toEqual([[], 1]);
  });

  it('is possible once: of two moderators and of a form that is sent twice', async () => {
    const { author, thing } = await createWaiting();
    const [one, two] = [await as('moderator'), await as('moderator')];
    const both = await Promise.all([approveThings(one, [thing]), approveThings(two, [thing])]);
    expect(both.map(({ approved }) => approved).sort()).toEqual([0, 1]);
    await expect(declineThing(two, { ...thing, reason })).rejects.toMatchObject({
      code: 'not-waiting',
    });
    const logged = await database.db
      .select({ act: moderationLog.act })
      .from(moderationLog)
      .where(eq(moderationLog.targetId, author.actor?.id ?? ''));
    expect(logged).toEqual([{ act: 'approve' }]);
  });

  it('with a reason keeps it hidden, and its author is told', async () => {
    const { author, thing } = await createWaiting();
    const moderator = await as('moderator');
    await declineThing(moderator, { ...thing, reason });
    expect(await queue()).toEqual([]);
    expect(await isSeen(await as('player'), thing.thing)).toBe(false);
    expect(await approveThings(moderator, [thing])).toEqual({ approved: 0, gone: 1 });
    await author.notifier.flush();
    const told = await database.db
      .select({ name: notifications.thingName })
      .from(notifications)
      .where(
        and(eq(notifications.userId, author.actor?.id ?? ''), eq(notifications.kind, 'moderation')),
      );
    expect(told).toEqual([{ name: 'A moderator hid a discussion of yours.' }]);
    const found = await getDiscussion(author, { discussionId: thing.thing });
    expect(found).toMatchObject({ hidden: { cause: 'moderator', reason } });
  });

  it('shows the oldest first, in pages', async () => {
    await letFirstWait(10);
    for (let author = 0; author < 3; author += 1) {
      const ctx = await as('player');
      for (let post = 0; post < 8; post += 1) {
        ctx.testClock.advance(1_000);
        await createDiscussion(ctx, discussionForm('Fine.'));
      }
    }
    const moderator = await as('moderator');
    const pages = [
      await listThingsAwaitingApproval(moderator, { page: 1 }),
      await listThingsAwaitingApproval(moderator, { page: 2 }),
    ];
    expect(pages.map(({ things }) => things.length)).toEqual([20, 4]);
    expect(pages.map(({ total, pages: count }) => [total, count])).toEqual([
      [24, 2],
      [24, 2],
    ]);
    const times = pages.flatMap(({ things }) => things.map(({ since }) => since.getTime()));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
});
