import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { moderationLog, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { createConversation } from '#test/fixtures/conversation.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { createReportActions } from '#test/fixtures/reports.ts';
import { getCase } from './get-case.ts';
import { readMessagesAround } from './get-case-context.ts';
import { listCases } from './list-cases.ts';
import { getReportableThing, reportThing } from './report-thing.ts';
import { releaseCase, takeCase } from './take-case.ts';

const database = useDatabase({ max: 20 });
const { as, report, createCase, findCases, decide } = createReportActions(database);

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
  const conversationId = await createConversation(database.db, [writer.id, partner.actor.id], {
    count: 9,
    text: 'Pst',
  });
  const message = {
    kind: 'message',
    thing: `${conversationId}.5`,
    reason: 'other',
    text: '',
  } as const;
  for (const ctx of [reader, await as('admin')]) {
    await expect(reportThing(ctx, message)).rejects.toMatchObject({ code: 'thing-gone' });
  }
  await expect(
    reportThing(partner, { ...message, thing: `${conversationId}.10` }),
  ).rejects.toMatchObject({
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

it('shows the messages around a reported one only after the log has it', async () => {
  const [writer, partner] = [await createPlayer(database.db), await as('player')];
  const conversationId = await createConversation(database.db, [writer.id, partner.actor.id], {
    count: 20,
    text: 'Pst',
  });
  const thing = `${conversationId}.8`;
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
  await decide(moderator, { caseId, thing: 'delete' });
  expect((await getCase(moderator, caseId)).context.text).toBe('Removed by a moderator.');
});
