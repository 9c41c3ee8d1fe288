import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import {
  moderationLog,
  mutes,
  notifications,
  profileComments,
  reportCases,
  reports,
  users,
} from '#database/schema.ts';
import type { Role } from '#shared/constants/roles.ts';
import { createConversation } from '#test/fixtures/conversation.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { postProfileComment } from '../../comments/post-profile-comment.ts';
import type { Ctx } from '../../context.ts';
import type { Actor } from '../../context-parts.ts';
import { type Decision, decideCase } from '../../lifecycle/decide-case.ts';
import { deleteProfileCommentAsModerator } from '../delete-profile-comment-as-moderator.ts';
import { getCase } from './get-case.ts';
import { readMessagesAround } from './get-case-context.ts';
import { listCases } from './list-cases.ts';
import { listOwnReports } from './list-own-reports.ts';
import { getReportableThing, reportThing } from './report-thing.ts';
import { releaseCase, takeCase } from './take-case.ts';

const database = useDatabase({ max: 20 });
const reason = 'against the rules';

async function as(role: Role | Actor): Promise<Ctx & { actor: Actor }> {
  const actor = typeof role === 'string' ? await createPlayer(database.db, { role }) : role;
  return { ...createTestCtx(database.db), actor };
}

async function createComment(author: Actor, text = 'Rude words') {
  const profile = await createPlayer(database.db);
  const { id } = await postProfileComment(await as(author), {
    username: profile.username,
    text,
    key: randomUUID(),
  });
  return id;
}

const report = (ctx: Ctx, thing: string) =>
  reportThing(ctx, { kind: 'profile-comment', thing, reason: 'spam', text: '' });

/** A case about a comment of `author`, with one report. */
async function createCase(author?: Actor) {
  const [writer, reporter] = [author ?? (await createPlayer(database.db)), await as('player')];
  const comment = await createComment(writer);
  await report(reporter, comment);
  return { caseId: (await findCases(comment))[0]?.id ?? '', comment, writer, reporter };
}

const findCases = (thing: string) =>
  database.db
    .select()
    .from(reportCases)
    .where(eq(reportCases.thing, thing))
    .orderBy(asc(reportCases.id));

const decide = (ctx: Ctx, decision: Partial<Decision> & { caseId: string }) =>
  decideCase(ctx, { remove: false, sanction: 'none', days: 0, reason, ...decision });

async function readNotifications(ctx: Ctx & { actor: Actor }) {
  await ctx.notifier.flush();
  const rows = await database.db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, ctx.actor.id));
  return rows.map(({ kind, actorId, thingName }) => ({ kind, actorId, thingName }));
}

it('joins the reports of one thing, and counts each person once', async () => {
  const { comment, reporter } = await createCase();
  const others = [await as('guest'), await as('player')];
  await Promise.all([...others, ...others, reporter].map((ctx) => report(ctx, comment)));
  const [found, ...more] = await findCases(comment);
  expect(more).toEqual([]);
  expect(found).toMatchObject({ copy: 'Rude words', reportCount: 3 });
  const reference = { kind: 'profile-comment', thing: comment } as const;
  expect(await getReportableThing(reporter, reference)).toMatchObject({ isReported: true });
  expect(await getReportableThing(await as('player'), reference)).toMatchObject({
    isReported: false,
    text: 'Rude words',
  });
});

it('limits how much an account reports a day', async () => {
  const { comment } = await createCase();
  const taken: string[] = [];
  const rateLimiter = {
    take: async (name: string) => void taken.push(name),
    async giveBack() {},
    async reset() {},
  };
  for (const role of ['guest', 'player'] as const) {
    await report({ ...(await as(role)), rateLimiter }, comment);
  }
  expect(taken).toEqual(['report-by-guest', 'report-by-account']);
});

it('rejects own things, things that are gone and messages of others', async () => {
  const { writer, comment } = await createCase();
  const [reader, partner] = [await as('player'), await as('player')];
  await expect(report(await as(writer), comment)).rejects.toMatchObject({ code: 'report-own' });
  for (const thing of [randomUUID(), 'x', `${comment}.1`, '']) {
    await expect(report(reader, thing)).rejects.toMatchObject({ code: 'thing-gone' });
  }
  const talk = await createConversation(database.db, [writer.id, partner.actor.id], {
    count: 9,
    text: 'Pst',
  });
  const message = { kind: 'message', thing: `${talk}.5`, reason: 'other', text: '' } as const;
  for (const ctx of [reader, await as('admin')]) {
    await expect(reportThing(ctx, message)).rejects.toMatchObject({ code: 'thing-gone' });
  }
  await expect(reportThing(partner, { ...message, thing: `${talk}.10` })).rejects.toMatchObject({
    code: 'thing-gone',
  });
  await reportThing(partner, message);
  expect(await findCases(message.thing)).toMatchObject([{ copy: 'Pst', authorId: writer.id }]);
});

it('shows moderators who reported what, and nobody a case about himself', async () => {
  const writer = await createPlayer(database.db, { role: 'moderator' });
  const { caseId, reporter } = await createCase(writer);
  const admin = await as('admin');
  const open = { kind: null, state: 'open', mine: false, page: 1 } as const;
  const isListed = async (ctx: Ctx) =>
    (await listCases(ctx, open)).cases.some(({ id }) => id === caseId);
  expect(await isListed(admin)).toBe(true);
  expect(await isListed(await as(writer))).toBe(false);
  expect(await getCase(admin, caseId)).toMatchObject({
    author: writer.username,
    reports: [{ reporter: reporter.actor.username, reason: 'spam' }],
    context: { text: 'Rude words' },
    maySanction: true,
  });
  await expect(getCase(await as(writer), caseId)).rejects.toMatchObject({ code: 'case-gone' });
  await expect(decide(await as(writer), { caseId })).rejects.toMatchObject({ code: 'case-gone' });
  await expect(decide(await as('moderator'), { caseId })).rejects.toMatchObject({
    code: 'not-above',
  });
  for (const role of ['guest', 'player'] as const) {
    const ctx = await as(role);
    for (const work of [
      listCases(ctx, open),
      getCase(ctx, caseId),
      takeCase(ctx, { caseId }),
      releaseCase(ctx, { caseId }),
      readMessagesAround(ctx, { caseId }),
      decide(ctx, { caseId }),
    ]) {
      await expect(work).rejects.toMatchObject({ code: 'moderators-only' });
    }
  }
});

it('leaves a case to the moderator who took it, for half an hour', async () => {
  const { caseId, reporter } = await createCase();
  const [first, second] = [await as('moderator'), await as('moderator')];
  await takeCase(first, { caseId });
  await expect(takeCase(second, { caseId })).rejects.toMatchObject({ code: 'case-taken' });
  await expect(decide(second, { caseId })).rejects.toMatchObject({ code: 'case-taken' });
  await expect(releaseCase(second, { caseId })).rejects.toMatchObject({ code: 'case-not-taken' });
  const later = createTestCtx(database.db);
  later.testClock.advance(31 * 60 * 1000);
  await takeCase({ ...later, actor: second.actor }, { caseId });
  expect(
    await getCase(later.actor ? later : { ...later, actor: first.actor }, caseId),
  ).toMatchObject({ takenBy: second.actor.username });
  await expect(releaseCase(first, { caseId })).rejects.toMatchObject({ code: 'case-not-taken' });
  await releaseCase(second, { caseId });
  await database.db.update(users).set({ role: 'moderator' }).where(eq(users.id, reporter.actor.id));
  const colleague = await as({ ...reporter.actor, role: 'moderator' });
  await expect(decide(colleague, { caseId })).rejects.toMatchObject({ code: 'case-own' });
  await decide(first, { caseId });
  await expect(decide(first, { caseId })).rejects.toMatchObject({ code: 'case-closed' });
});

it('deletes the thing and warns its author in one decision, and tells both sides', async () => {
  const { caseId, comment, writer, reporter } = await createCase();
  const moderator = await as('moderator');
  await decide(moderator, { caseId, remove: true, sanction: 'warn' });
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
  await deleteProfileCommentAsModerator(await as('moderator'), { commentId: comment, reason });
  const before = await database.db.$count(moderationLog);
  await expect(
    decide(await as('moderator'), { caseId, remove: true, sanction: 'suspend', days: 1 }),
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
        remove: index % 2 === 0,
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

it('shows the messages around a reported one only after the log has it', async () => {
  const [writer, partner] = [await createPlayer(database.db), await as('player')];
  const talk = await createConversation(database.db, [writer.id, partner.actor.id], {
    count: 20,
    text: 'Pst',
  });
  const thing = `${talk}.8`;
  await reportThing(partner, { kind: 'message', thing, reason: 'harassment', text: 'Help' });
  const [found] = await findCases(thing);
  const caseId = found?.id ?? '';
  const moderator = await as('moderator');
  expect((await getCase(moderator, caseId)).context.around).toEqual([]);
  await readMessagesAround(moderator, { caseId });
  await readMessagesAround(moderator, { caseId });
  const { around } = (await getCase(moderator, caseId)).context;
  expect(around.map(({ isReported }) => isReported)).toEqual([
    ...Array(5).fill(false),
    true,
    ...Array(5).fill(false),
  ]);
  expect((await getCase(await as('moderator'), caseId)).context.around).toEqual([]);
  expect(await database.db.$count(moderationLog, eq(moderationLog.act, 'read-messages'))).toBe(1);
  await decide(moderator, { caseId, remove: true });
  expect((await getCase(moderator, caseId)).context.text).toBe('Removed by a moderator.');
});
