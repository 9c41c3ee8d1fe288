import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import {
  moderationLog,
  mutes,
  notifications,
  profileComments,
  reports,
  users,
} from '#database/schema.ts';
import { postProfileComment } from '#domain/comments/post-profile-comment.ts';
import { listOwnReports } from '#domain/moderation/cases/list-own-reports.ts';
import { deleteThing } from '#domain/moderation/deleting/delete-thing.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { createReportActions, reason } from '#test/fixtures/reports.ts';

const database = useDatabase({ max: 20 });
const { as, createComment, report, createCase, findCases, decide, readNotifications } =
  createReportActions(database);

it('deletes the thing and warns its author in one decision, and tells both sides', async () => {
  const { caseId, comment, writer, reporter } = await createCase();
  const moderator = await as('moderator');
  await decide(moderator, { caseId, thing: 'delete', sanction: 'warn' });
  expect(await database.db.$count(profileComments, eq(profileComments.id, comment))).toBe(0);
  const log = await database.db
    .select()
    .from(moderationLog)
    .where(eq(moderationLog.targetId, writer.id))
    .orderBy(asc(moderationLog.id));
  expect(log.map(({ act }) => act)).toEqual(['warn', 'delete-comment']);
  expect(await findCases(comment)).toMatchObject([
    { outcome: 'acted', closedBy: moderator.actor.id },
  ]);
  const reporterId = reporter.actor.id;
  expect(await readNotifications(reporter)).toEqual([
    { kind: 'report-closed', actorId: reporterId, thingName: 'We acted on it.' },
  ]);
  const told = await readNotifications(await as(writer));
  expect(told.map(({ thingName }) => thingName).toSorted()).toEqual([
    'A moderator deleted a comment of yours.',
    'A moderator warned you.',
  ]);
  // Neither names the moderator.
  expect(told.every(({ actorId }) => actorId === writer.id)).toBe(true);
  expect(await listOwnReports(reporter)).toMatchObject([{ outcome: 'acted' }]);
});

it('mutes and suspends only lower roles, and a mute ends', async () => {
  const { caseId, writer } = await createCase();
  await decide(await as('moderator'), { caseId, sanction: 'mute', days: 3 });
  const author = await as(writer);
  await expect(createComment(writer)).rejects.toMatchObject({ code: 'muted' });
  const later = createTestCtx(database.db);
  later.testClock.advance(3 * 24 * 60 * 60 * 1000);
  const profile = await createPlayer(database.db);
  await postProfileComment(
    { ...later, actor: author.actor },
    { username: profile.username, text: 'Sorry', key: randomUUID() },
  );
  expect(await database.db.$count(mutes, eq(mutes.userId, writer.id))).toBe(1);

  const second = await createCase();
  await decide(await as('moderator'), { caseId: second.caseId, sanction: 'suspend', days: 7 });
  const [suspended] = await database.db
    .select({ banned: users.banned, reason: users.banReason })
    .from(users)
    .where(eq(users.id, second.writer.id));
  expect(suspended).toEqual({ banned: true, reason });

  const third = await createCase(await createPlayer(database.db, { role: 'admin' }));
  const admin = await as('admin');
  await expect(
    decide(admin, { caseId: third.caseId, sanction: 'suspend', days: 7 }),
  ).rejects.toMatchObject({ code: 'not-above' });
  await decide(admin, { caseId: third.caseId });
});

it('does nothing of a decision when a part of it fails', async () => {
  const { caseId, comment, writer } = await createCase();
  await deleteThing(await as('moderator'), { kind: 'profile-comment', thing: comment, reason });
  const before = await database.db.$count(moderationLog);
  await expect(
    decide(await as('moderator'), { caseId, thing: 'delete', sanction: 'suspend', days: 1 }),
  ).rejects.toMatchObject({ code: 'comment-gone' });
  expect(await database.db.$count(moderationLog)).toBe(before);
  const [account] = await database.db
    .select({ banned: users.banned })
    .from(users)
    .where(eq(users.id, writer.id));
  expect(account?.banned).toBe(false);
  expect(await findCases(comment)).toMatchObject([{ closedAt: null }]);
});

it('lets one of many moderators decide, whatever the others do at the same time', async () => {
  const { caseId, comment, writer } = await createCase();
  const moderators = await Promise.all(Array.from({ length: 6 }, () => as('moderator')));
  const results = await Promise.allSettled(
    moderators.map((ctx, index) =>
      decide(ctx, {
        caseId,
        thing: index % 2 === 0 ? 'delete' : 'keep',
        sanction: index % 3 === 0 ? 'suspend' : 'warn',
        days: 1,
      }),
    ),
  );
  const failed = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason.code] : [],
  );
  expect(failed).toEqual(Array(5).fill('case-closed'));
  const [found] = await findCases(comment);
  const log = await database.db
    .select()
    .from(moderationLog)
    .where(eq(moderationLog.targetId, writer.id));
  expect([...new Set(log.map(({ moderatorId }) => moderatorId))]).toEqual([found?.closedBy]);
});

it('loses no report that arrives while the case is closed', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { caseId, comment } = await createCase();
    const reporters = await Promise.all(Array.from({ length: 4 }, () => as('player')));
    await Promise.all([
      ...reporters.map((ctx) => report(ctx, comment)),
      decide(await as('moderator'), { caseId }),
    ]);
    const found = await findCases(comment);
    expect(found.filter(({ closedAt }) => closedAt === null).length).toBeLessThanOrEqual(1);
    expect(found.reduce((sum, { reportCount }) => sum + reportCount, 0)).toBe(5);
    for (const { id, reportCount, closedAt } of found) {
      expect(await database.db.$count(reports, eq(reports.caseId, id))).toBe(reportCount);
      // Each reporter of a closed case is told.
      if (closedAt) await createTestCtx(database.db).notifier.flush();
      expect(await database.db.$count(notifications, eq(notifications.thing, id))).toBe(
        closedAt ? reportCount : 0,
      );
    }
  }
});
