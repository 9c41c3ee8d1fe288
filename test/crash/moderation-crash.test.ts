import { randomUUID } from 'node:crypto';
import { eq, isNotNull } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import type { Database } from '#database/client.ts';
import {
  adminLog,
  moderationLog,
  profileComments,
  textFilters,
  undoneActs,
  users,
} from '#database/schema.ts';
import { makeAdmin } from '#domain/moderation/accounts/make-admin-from-terminal.ts';
import { withNightly } from '#test/config/nightly.ts';
import { timeLimits } from '#test/config/time-limits.ts';
import { createTestCtx } from '#test/fixtures/factories.ts';
import { type CrashKind, crashWhile } from './crash-during-trade.ts';
import { cleanUp, type Guildhall, startGuildhall } from './guildhall-process.ts';
import { withRunningDatabase } from './market-state.ts';
import { makePreparedDataDir } from './prepared-data-dir.ts';
import { runUntilFailure, StaffClient } from './staff-client.ts';

/** `npm test` has the crash of both: an act is in several tables, all of which Postgres has to recover. */
const crashes = withNightly<CrashKind>(['both'], ['the application', 'Postgres']);
const rounds = crashes.length;
const moderators = 4;
const commentsOfEach = 60;
const reason = 'Against the rules of the site.';

let dataDir = '';
afterAll(() => cleanUp(dataDir));

/**
 * A moderator who hides comments, restores every second one and adds a filter for each, and records what the server
 * acknowledged.
 */
class Moderator extends StaffClient {
  readonly hidden: string[] = [];
  readonly restored: string[] = [];
  readonly filters: string[] = [];
  comments: string[] = [];

  constructor(number: number) {
    super(`keeper${number}`, `203.0.113.${number}`);
  }

  /** Moderates the comments. Calls `onAnswer` for each acknowledged form. */
  async moderate(origin: string, onAnswer: () => void): Promise<void> {
    for (const comment of this.comments.splice(0)) {
      await this.#hideAndRestore(origin, comment, onAnswer);
      const pattern = `zz${randomUUID().replace(/[\d-]/g, 'q')}`;
      const filter = { intent: 'add', kind: 'word', pattern, act: 'report' };
      await this.send(origin, '/moderation/filters', filter);
      this.filters.push(pattern);
      onAnswer();
    }
  }

  async #hideAndRestore(origin: string, comment: string, onAnswer: () => void): Promise<void> {
    const path = `/moderation/hide?kind=profile-comment&thing=${comment}`;
    const html = await this.send(origin, path, { intent: 'hide', reason });
    this.hidden.push(comment);
    onAnswer();
    if (this.hidden.length % 2 === 0) return;
    const actId = /name="actId" value="([^"]+)"/.exec(html)?.[1] ?? '';
    await this.send(origin, path, { intent: 'restore', reason, actId });
    this.restored.push(comment);
    onAnswer();
  }
}

/** Comments of the author on their own profile. */
async function writeComments(db: Database, author: string): Promise<string[]> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.username, author));
  const userId = user?.id ?? '';
  const rows = Array.from({ length: moderators * commentsOfEach }, (_, index) => ({
    ...{ profileId: userId, authorId: userId, text: `Comment ${index}`, createdAt: new Date() },
  }));
  const written = await db.insert(profileComments).values(rows).returning();
  return written.map(({ id }) => id);
}

it(`kill -9 of ${crashes.join(', ')} while moderators hide, restore and filter loses no acknowledged act, and none is half done`, {
  timeout: timeLimits.longTest,
}, async () => {
  dataDir = await makePreparedDataDir();
  let guildhall: Guildhall = await startGuildhall(dataDir);
  const people = Array.from({ length: moderators }, (_, index) => new Moderator(index + 1));
  const author = new Moderator(moderators + 1);
  await Promise.all([...people, author].map((person) => person.join(guildhall.origin)));
  const comments = await withRunningDatabase(dataDir, async (db) => {
    for (const { username } of people) await makeAdmin(createTestCtx(db), { username });
    return writeComments(db, author.username);
  });
  for (const [round, kind] of crashes.entries()) {
    const { origin } = guildhall;
    for (const person of people) person.comments = comments.splice(0, commentsOfEach / rounds);
    await crashWhile(guildhall, { kind, answers: 30 + round * 10 }, (onAnswer) =>
      Promise.all(people.map((person) => runUntilFailure(() => person.moderate(origin, onAnswer)))),
    );
    guildhall = await startGuildhall(dataDir);
  }
  await withRunningDatabase(dataDir, (db) => expectActs(db, people));
});

/** Acknowledged acts are stored, and of each act either everything or nothing. */
async function expectActs(db: Database, people: readonly Moderator[]): Promise<void> {
  const acknowledged = (list: 'hidden' | 'restored' | 'filters') =>
    people.flatMap((person) => person[list]).toSorted();
  const acts = await db
    .select({ id: moderationLog.id, details: moderationLog.details, undoneBy: undoneActs.undoneBy })
    .from(moderationLog)
    .leftJoin(undoneActs, eq(undoneActs.actId, moderationLog.id))
    .where(eq(moderationLog.act, 'hide-comment'));
  const things = (some: typeof acts) => some.map(({ details }) => String(details.thing));
  expect(things(acts)).toEqual(expect.arrayContaining(acknowledged('hidden')));
  const undone = acts.filter(({ undoneBy }) => undoneBy !== null);
  expect(things(undone)).toEqual(expect.arrayContaining(acknowledged('restored')));
  // An act that no answer acknowledged may be stored, but then it was the last of its moderator in a round.
  expect(acts.length).toBeLessThanOrEqual(acknowledged('hidden').length + people.length * rounds);

  const hidden = await db
    .select({ id: profileComments.id, logId: profileComments.hiddenLogId })
    .from(profileComments)
    .where(isNotNull(profileComments.hiddenCause));
  const inForce = acts.filter(({ undoneBy }) => undoneBy === null);
  const describe = (some: { id: string; act: string | null }[]) =>
    some.map(({ id, act }) => `${id} by ${act}`).toSorted();
  expect(describe(hidden.map(({ id, logId }) => ({ id, act: logId })))).toEqual(
    describe(inForce.map(({ id, details }) => ({ id: String(details.thing), act: id }))),
  );

  const filters = (await db.select().from(textFilters)).map(({ pattern }) => pattern);
  expect(filters).toEqual(expect.arrayContaining(acknowledged('filters')));
  expect(await db.$count(adminLog, eq(adminLog.act, 'add-filter'))).toBe(filters.length);
}
