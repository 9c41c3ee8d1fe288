import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import {
  appeals,
  messages,
  moderationLog,
  mutes,
  reportCases,
  undoneActs,
  users,
} from '#database/schema.ts';
import { createConversation } from '#test/fixtures/conversation.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { befriend } from '#test/fixtures/friends.ts';
import { createReportActions, reason } from '#test/fixtures/reports.ts';
import type { Actor } from '../../actor.ts';
import { deleteProfileComment } from '../../comments/delete-profile-comment.ts';
import { decideAppeal } from '../appeals/decide-appeal.ts';
import { listOwnActs } from '../appeals/list-own-acts.ts';
import { makeAppeal } from '../appeals/make-appeal.ts';
import { getCase } from '../cases/get-case.ts';
import { reopenCase } from '../cases/reopen-case.ts';
import { reportThing } from '../cases/report-thing.ts';
import { hideThing } from '../hiding/hide-thing.ts';
import { listModerationLog } from '../log/list-moderation-log.ts';
import { restoreAccount } from '../suspension/restore-account.ts';
import { undoAct } from './undo-act.ts';

const database = useDatabase({ max: 20 });
const { as, createCase, findCases, decide, report, readNotifications } =
  createReportActions(database);
const withCode = (code: string) => expect.objectContaining({ name: 'AppError', code });

type Acts = 'warn' | 'mute' | 'suspend' | 'hide';

/** A decided case, with the entry of the log. */
async function act(kind: Acts, author?: Actor) {
  const found = await createCase(author);
  const decision = kind === 'hide' ? { thing: 'hide' as const } : { sanction: kind, days: 7 };
  const by = await as('moderator');
  await decide(by, { caseId: found.caseId, ...decision });
  const [entry] = (await entriesOf(found.writer)).slice(-1);
  return { ...found, by, actId: entry?.id ?? '' };
}

const entriesOf = ({ id }: Actor) =>
  database.db
    .select()
    .from(moderationLog)
    .where(eq(moderationLog.targetId, id))
    .orderBy(moderationLog.id);

const isBanned = async ({ id }: Actor) => {
  const [row] = await database.db.select().from(users).where(eq(users.id, id));
  return row?.banned;
};

it.each([
  ['warn', 'withdraw-warning', 'A moderator took back a warning.'],
  ['mute', 'lift-mute', 'A moderator ended your mute: you can write again.'],
  ['suspend', 'restore', 'A moderator ended the suspension of your account.'],
  ['hide', 'show', 'A moderator restored something of yours that was hidden.'],
] as const)('%s is taken back once, by an entry that names it', async (kind, undo, notice) => {
  const { writer, actId } = await act(kind);
  const moderators = await Promise.all(Array.from({ length: 4 }, () => as('moderator')));
  const results = await Promise.allSettled(
    moderators.map((ctx) => undoAct(ctx, { actId, reason: 'A mistake' })),
  );
  const codes = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect(codes).toEqual(['act-undone', 'act-undone', 'act-undone']);
  const entries = await entriesOf(writer);
  expect(entries.map((entry) => entry.act)).toEqual([entries[0]?.act, undo]);
  expect(await database.db.select().from(undoneActs).where(eq(undoneActs.actId, actId))).toEqual([
    { actId, undoneBy: entries[1]?.id },
  ]);
  expect(await isBanned(writer)).toBe(false);
  expect(await database.db.$count(mutes, eq(mutes.userId, writer.id))).toBe(0);
  const own = await listOwnActs(await as(writer));
  expect(own).toMatchObject([{ id: actId, undone: { reason: 'A mistake' }, mayAppeal: false }]);
  expect((await readNotifications(await as(writer))).map((one) => one.thingName)).toContain(notice);
  const moderator = await as('moderator');
  const log = await listModerationLog(moderator, { of: writer.username, act: null, page: 1 });
  expect(log.entries).toMatchObject([
    { act: undo, undoes: actId, mayUndo: false },
    { undone: { id: entries[1]?.id }, mayUndo: false },
  ]);
});

it('is for moderators, on accounts below their role and never on themselves', async () => {
  const { actId, writer } = await act('mute');
  const form = { actId, reason };
  await expect(undoAct(await as(writer), form)).rejects.toEqual(withCode('moderators-only'));
  await database.db.update(users).set({ role: 'moderator' }).where(eq(users.id, writer.id));
  await expect(undoAct(await as('moderator'), form)).rejects.toEqual(withCode('not-above'));
  const promoted = await as({ ...writer, role: 'moderator' });
  await expect(undoAct(promoted, form)).rejects.toEqual(withCode('moderate-self'));
  const hidden = await act('hide', { ...writer, role: 'moderator' }).catch(() => null);
  expect(hidden).toBeNull();
  await undoAct(await as('admin'), form);
});

it('takes back neither a deletion nor what is over', async () => {
  const { caseId, writer } = await createCase();
  const moderator = await as('moderator');
  await decide(moderator, { caseId, thing: 'delete' });
  const [deletion] = await entriesOf(writer);
  await expect(undoAct(moderator, { actId: deletion?.id ?? '', reason })).rejects.toEqual(
    withCode('not-undoable'),
  );
  const muted = await act('mute');
  const later = { ...moderator, clock: { now: () => new Date(Date.now() + 1e12) } };
  await expect(undoAct(later, { actId: muted.actId, reason })).rejects.toEqual(
    withCode('act-over'),
  );
  const [first, second] = [await createCase(), await createCase()];
  await database.db
    .update(reportCases)
    .set({ authorId: first.writer.id })
    .where(eq(reportCases.id, second.caseId));
  for (const one of [first, second]) {
    await decide(moderator, { caseId: one.caseId, sanction: 'mute', days: 7 });
  }
  const [replacedMute] = await entriesOf(first.writer);
  await expect(undoAct(moderator, { actId: replacedMute?.id ?? '', reason })).rejects.toEqual(
    withCode('act-over'),
  );
  const replaced = await act('suspend');
  await restoreAccount(moderator, { username: replaced.writer.username, reason });
  await expect(undoAct(moderator, { actId: replaced.actId, reason })).rejects.toEqual(
    withCode('act-undone'),
  );
});

it('decides an open appeal for the player, and a reversed appeal takes the act back', async () => {
  const { actId, writer } = await act('mute');
  const text = 'I did not write that.';
  await makeAppeal(await as(writer), { actId, text });
  await undoAct(await as('moderator'), { actId, reason: 'A mistake' });
  expect(await listOwnActs(await as(writer))).toMatchObject([
    { appeal: { outcome: 'reversed', answer: 'A mistake' } },
  ]);

  const hidden = await act('hide');
  await makeAppeal(await as(hidden.writer), { actId: hidden.actId, text });
  const [open] = await database.db.select().from(appeals).where(eq(appeals.logId, hidden.actId));
  const moderator = await as('moderator');
  const answer = 'You are right.';
  const results = await Promise.allSettled([
    decideAppeal(moderator, { appealId: open?.id ?? '', outcome: 'reversed', answer }),
    undoAct(await as('moderator'), { actId: hidden.actId, reason }),
    undoAct(await as('moderator'), { actId: hidden.actId, reason }),
  ]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await listOwnActs(await as(hidden.writer))).toMatchObject([
    { undone: {}, appeal: { outcome: 'reversed' } },
  ]);
  const { text: now, hiddenCause } = (await getCase(moderator, hidden.caseId)).context;
  expect({ now, hiddenCause }).toEqual({ now: 'Rude words', hiddenCause: null });
});

it('an appeal against what was taken back already is refused', async () => {
  const { actId, writer } = await act('warn');
  await undoAct(await as('moderator'), { actId, reason });
  await expect(
    makeAppeal(await as(writer), { actId, text: 'I did not write that.' }),
  ).rejects.toEqual(withCode('act-undone'));
});

it('hides a reported message in its place and restores its text', async () => {
  const [writer, reader] = [await createPlayer(database.db), await createPlayer(database.db)];
  await befriend(database.db, writer.id, reader.id);
  const id = await createConversation(database.db, [writer.id, reader.id], {
    count: 3,
    text: 'Rude',
  });
  const thing = `${id}.2`;
  await reportThing(await as(reader), { kind: 'message', thing, reason: 'spam', text: '' });
  const [open] = await findCases(thing);
  const moderator = await as('moderator');
  await decide(moderator, { caseId: open?.id ?? '', thing: 'hide' });
  const texts = async () => {
    const rows = await database.db
      .select({ text: messages.text })
      .from(messages)
      .where(eq(messages.conversationId, id))
      .orderBy(messages.number);
    return rows.map(({ text }) => text);
  };
  expect(await texts()).toEqual(['Rude', 'Hidden by a moderator.', 'Rude']);
  const [entry] = await entriesOf(writer);
  await undoAct(moderator, { actId: entry?.id ?? '', reason });
  expect(await texts()).toEqual(['Rude', 'Rude', 'Rude']);
});

it('hides or deletes a thing when two moderators do it at the same time, and a deletion wins over a restore', async () => {
  const { actId, comment, by, writer } = await act('hide');
  const { caseId } = await createCase();
  await Promise.allSettled([
    decide(await as('moderator'), { caseId, thing: 'hide' }),
    decide(await as('moderator'), { caseId, thing: 'delete' }),
  ]);
  const { outcome } = await getCase(by, caseId);
  expect(outcome).toBe('acted');
  const results = await Promise.allSettled([
    undoAct(by, { actId, reason }),
    deleteProfileComment(await as(writer), { commentId: comment }),
  ]);
  expect(results[1].status).toBe('fulfilled');
  const codes = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect([[], ['thing-gone']]).toContainEqual(codes);
});

it('closes a case about a thing that was hidden before, as one with an act', async () => {
  const { caseId, comment, writer } = await createCase();
  const moderator = await as('moderator');
  await hideThing(moderator, { kind: 'profile-comment', thing: comment, reason });
  await decide(moderator, { caseId, thing: 'hide' });
  expect((await getCase(moderator, caseId)).outcome).toBe('acted');
  expect((await entriesOf(writer)).map((entry) => entry.act)).toEqual([
    'hide-comment',
    'close-report',
  ]);
});

it('opens a closed case again, once, and the closing without an act is then undone', async () => {
  const { caseId, comment, writer, reporter } = await createCase();
  const moderator = await as('moderator');
  await decide(moderator, { caseId });
  const closedAt = (await getCase(moderator, caseId)).closedAt ?? new Date(0);
  const form = { caseId, closedAt, reason };
  await expect(reopenCase(reporter, form)).rejects.toEqual(withCode('moderators-only'));
  const others = await Promise.all(Array.from({ length: 3 }, () => as('moderator')));
  const results = await Promise.allSettled(others.map((ctx) => reopenCase(ctx, form)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const [closing, reopening] = await entriesOf(writer);
  expect([closing?.act, reopening?.act]).toEqual(['close-report', 'reopen-case']);
  expect(
    await database.db
      .select()
      .from(undoneActs)
      .where(and(eq(undoneActs.actId, closing?.id ?? ''))),
  ).toEqual([{ actId: closing?.id, undoneBy: reopening?.id }]);
  // The form of an earlier decision opens nothing.
  const later = { ...moderator, clock: { now: () => new Date(closedAt.getTime() + 60_000) } };
  await decide(later, { caseId, thing: 'hide' });
  await expect(reopenCase(moderator, form)).rejects.toEqual(withCode('case-open'));
  // A newer case of the same thing has to be decided instead.
  const { closedAt: again } = await getCase(moderator, caseId);
  const [hiding] = (await entriesOf(writer)).slice(-1);
  await undoAct(moderator, { actId: hiding?.id ?? '', reason });
  await report(await as('player'), comment);
  await expect(reopenCase(moderator, { ...form, closedAt: again ?? new Date(0) })).rejects.toEqual(
    withCode('case-again'),
  );
});
