import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import {
  accountNotes,
  accountRoles,
  dataExports,
  furtherRoles,
  moderationLog,
  mutes,
  requestedEmails,
  sessions,
  users,
} from '#database/schema.ts';
import type { Role } from '#shared/constants/accounts/roles.ts';
import { proofConstants } from '#shared/constants/accounts/sessions.ts';
import { moderationConstants } from '#shared/constants/moderation/moderation.ts';
import { type PeopleFilter, peopleFilters } from '#shared/constants/site/admin-people.ts';
import { peopleQuery } from '#shared/schemas/administration/admin-people.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx, overrideCtx } from '#test/fixtures/factories.ts';
import { countDeadlocks, errorCodesOf } from '#test/fixtures/market.ts';
import { createProvenAccounts, type ProvenCtx } from '#test/fixtures/proven-accounts.ts';
import { registerWithTotp } from '#test/fixtures/two-factor.ts';
import { deleteAccountAsAdmin } from '../account-deletion/delete-account-as-admin.ts';
import { resetPassword } from '../accounts/passwords/reset-password.ts';
import { requestExportAsAdmin } from '../data-export/request-export-as-admin.ts';
import { addAccountNote, deleteAccountNote } from '../moderation/accounts/account-notes.ts';
import { changeBalanceAsAdmin } from '../moderation/accounts/change-balance-as-admin.ts';
import { getAccountModeration } from '../moderation/accounts/get-account-moderation.ts';
import { giveAdminRole } from './change-admins.ts';
import { getPerson } from './get-person.ts';
import { listPeople } from './list-people.ts';
import { makeResetLink, removeFactorsAsAdmin } from './restore-access-for-owner.ts';

const database = useDatabase({ max: 20 });
const reason = 'The owner asked for it.';

const { logIn, readRole, readLog } = createProvenAccounts(database);

afterEach(async () => expect(await countDeadlocks(database.db)).toBe(0));

/** Everything that an admin does for the owner of an account. */
const acts: [string, (ctx: ProvenCtx, username: string) => Promise<unknown>][] = [
  ['a reset link', (ctx, username) => makeResetLink(ctx, { username, reason })],
  ['the removal of factors', (ctx, username) => removeFactorsAsAdmin(ctx, { username, reason })],
  ['an export', (ctx, username) => requestExportAsAdmin(ctx, { username, reason })],
  ['the role of an admin', (ctx, username) => giveAdminRole(ctx, { username, reason })],
  ...(['give-money', 'take-money'] as const).map((act): (typeof acts)[number] => [
    act,
    (ctx, username) =>
      changeBalanceAsAdmin(ctx, { act, username, reason, amount: 1_00, key: randomUUID() }),
  ]),
  [
    'a deletion',
    (ctx, username) =>
      deleteAccountAsAdmin(ctx, { username, reason, typed: username, removesTexts: true }),
  ],
];

describe.each(acts)('%s', (_, act) => {
  it.each([
    ['guest', 'admins-only'],
    ['player', 'admins-only'],
    ['moderator', 'admins-only'],
  ] as const)('is refused to a %s', async (role, code) => {
    const { username } = await createPlayer(database.db);
    await expect(act(await logIn(role), username)).rejects.toMatchObject({ code });
  });

  it('needs a fresh proof', async () => {
    const admin = await logIn('admin');
    const { id, username } = await createPlayer(database.db);
    admin.testClock.advance(proofConstants.freshMs);
    await expect(act(admin, username)).rejects.toMatchObject({ code: 'proof-required' });
    expect(await readLog(id)).toEqual([]);
  });

  it('is refused for the actor, other admins, guests and suspended accounts', async () => {
    const admin = await logIn('admin');
    const other = await createPlayer(database.db, { role: 'admin' });
    const guest = await createPlayer(database.db, { role: 'guest' });
    const suspended = await createPlayer(database.db);
    await database.db.update(users).set({ banned: true }).where(eq(users.id, suspended.id));
    for (const [username, code] of [
      [admin.actor?.username ?? '', 'moderate-self'],
      [other.username, 'not-above'],
      [guest.username, 'guest-not-allowed'],
      [suspended.username, 'account-suspended'],
      ['nobody', 'user-not-found'],
    ] as const) {
      await expect(act(admin, username)).rejects.toMatchObject({ code });
    }
    expect(await readLog(other.id)).toEqual([]);
  });

  it('is refused when the role was taken away since the request began', async () => {
    const admin = await logIn('admin');
    const { username } = await createPlayer(database.db);
    await database.db
      .update(users)
      .set({ role: 'player' })
      .where(eq(users.id, admin.actor?.id ?? ''));
    await expect(act(admin, username)).rejects.toMatchObject({ code: 'admins-only' });
  });
});

describe('a reset link', () => {
  it('is shown where no mail can be sent, works once and ends all sessions', async () => {
    const admin = await logIn('admin');
    const player = await logIn('player');
    const { id = '', username = '' } = player.actor ?? {};
    const { token } = await makeResetLink(admin, { username, reason });
    expect(await readLog(id)).toEqual([{ act: 'make-reset-link', reason, by: admin.actor?.id }]);
    expect(await database.db.$count(sessions, eq(sessions.userId, id))).toBe(1);
    const visitor = createTestCtx(database.db);
    const input = { token: token ?? '', password: 'another horse' };
    await resetPassword(visitor, input);
    expect(await database.db.$count(sessions, eq(sessions.userId, id))).toBe(0);
    await expect(resetPassword(visitor, input)).rejects.toMatchObject({ code: 'bad-link' });
  });

  it('ends after an hour, and with the next one', async () => {
    const admin = await logIn('admin');
    const { username } = await createPlayer(database.db);
    const first = await makeResetLink(admin, { username, reason });
    const second = await makeResetLink(admin, { username, reason });
    const visitor = createTestCtx(database.db);
    const use = (token: string | null) =>
      resetPassword(visitor, { token: token ?? '', password: 'another horse' });
    await expect(use(first.token)).rejects.toMatchObject({ code: 'bad-link' });
    visitor.testClock.advance(60 * 60 * 1000);
    await expect(use(second.token)).rejects.toMatchObject({ code: 'bad-link' });
  });

  it('is mailed to the owner and not shown where mails can be sent', async () => {
    const admin = await logIn('admin');
    const mailer = { canDeliver: true, async send() {} };
    const ctx = overrideCtx(admin, { accounts: { mailer } });
    const { username } = await createPlayer(database.db);
    expect(await makeResetLink(ctx, { username, reason })).toMatchObject({ token: null });
    const email = `${username.toLowerCase()}@example.test`;
    const [request] = await database.db
      .select({ kind: requestedEmails.kind })
      .from(requestedEmails)
      .where(eq(requestedEmails.email, email));
    expect(request).toEqual({ kind: 'reset-by-admin' });
  });
});

describe('second factors', () => {
  it('are removed, logged and mailed', async () => {
    const admin = await logIn('admin');
    const { ctx } = await registerWithTotp(database.db);
    const { id, username } = ctx.actor;
    await removeFactorsAsAdmin(admin, { username, reason });
    expect((await readLog(id)).map(({ act }) => act)).toEqual(['remove-factors']);
    expect(
      await database.db.$count(requestedEmails, eq(requestedEmails.kind, 'factors-removed')),
    ).toBe(1);
    await expect(removeFactorsAsAdmin(admin, { username, reason })).rejects.toMatchObject({
      code: 'no-factor',
    });
    expect(await readLog(id)).toHaveLength(1);
  });
});

describe('an export and a deletion', () => {
  it('are made for the owner, with the limits that the owner has', async () => {
    const admin = await logIn('admin');
    const { id, username } = await createPlayer(database.db);
    await requestExportAsAdmin(admin, { username, reason });
    expect(await database.db.$count(dataExports, eq(dataExports.userId, id))).toBe(1);
    await expect(requestExportAsAdmin(admin, { username, reason })).rejects.toMatchObject({
      code: 'export-too-soon',
    });
    const deletion = { username, reason, removesTexts: false };
    await expect(
      deleteAccountAsAdmin(admin, { ...deletion, typed: 'somebody' }),
    ).rejects.toMatchObject({
      code: 'wrong-username',
      details: { fields: { typed: expect.any(String) } },
    });
    await addAccountNote(admin, { username, text: 'Asked by letter.' });
    await deleteAccountAsAdmin(admin, { ...deletion, typed: username.toUpperCase() });
    expect(await readRole(id)).toBe('guest');
    expect((await readLog(id)).map(({ act }) => act)).toEqual(['export-data', 'delete-account']);
    expect(await database.db.$count(accountNotes, eq(accountNotes.userId, id))).toBe(0);
    await expect(getPerson(admin, username)).rejects.toMatchObject({ code: 'user-not-found' });
  });

  it('spare moderators: their role is taken away first', async () => {
    const admin = await logIn('admin');
    const { username } = await createPlayer(database.db, { role: 'moderator' });
    await expect(
      deleteAccountAsAdmin(admin, { username, reason, typed: username, removesTexts: false }),
    ).rejects.toMatchObject({ code: 'role-kept' });
  });
});

describe('the list of people', () => {
  const list = async (ctx: ProvenCtx, query: Record<string, string>) => {
    const { people } = await listPeople(ctx, peopleQuery.parse(query));
    return people.map(({ username }) => username);
  };

  it('is refused to everybody else', async () => {
    for (const role of ['guest', 'player', 'moderator'] as const) {
      await expect(listPeople(await logIn(role), peopleQuery.parse({}))).rejects.toMatchObject({
        code: 'admins-only',
      });
      await expect(getPerson(await logIn(role), 'nobody')).rejects.toMatchObject({
        code: 'admins-only',
      });
    }
  });

  it('finds accounts by parts of their username and email address, with %, _ and capitals', async () => {
    const admin = await logIn('admin');
    const { id } = await createPlayer(database.db, { username: 'Find_Me-1' });
    await createPlayer(database.db, { username: 'FindXMe-1' });
    await database.db.update(users).set({ email: 'Odd%Name@club.test' }).where(eq(users.id, id));
    expect(await list(admin, { q: 'find_ME' })).toEqual(['Find_Me-1']);
    expect(await list(admin, { q: 'odd%NAME@CLUB' })).toEqual(['Find_Me-1']);
    expect(await list(admin, { q: 'odd%club' })).toEqual([]);
    const guest = await createPlayer(database.db, { role: 'guest', username: 'Guest-abc123' });
    expect(await list(admin, { q: guest.username, show: 'guests' })).toEqual(['Guest-abc123']);
    expect(await list(admin, { q: `${guest.username}@`, show: 'guests' })).toEqual([]);
  });

  it('has each filter, and nobody who is deleted', async () => {
    const admin = await logIn('admin');
    const make = (username: string, role: Role = 'player') =>
      createPlayer(database.db, { username: `F-${username}`, role });
    const now = admin.clock.now();
    const set = async (username: string, change: Partial<typeof users.$inferInsert>) => {
      const { id } = await make(username);
      await database.db
        .update(users)
        .set({ updatedAt: now, ...change })
        .where(eq(users.id, id));
      return id;
    };
    await make('plain');
    await make('moderator', 'moderator');
    await make('admin', 'admin');
    await make('guest', 'guest');
    await set('banned', { banned: true });
    await set('over', { banned: true, banExpires: new Date(now.getTime() - 1) });
    await set('open', { emailVerified: false });
    await set('new', { registeredAt: now });
    const muted = await set('muted', {});
    const [entry] = await database.db
      .insert(moderationLog)
      .values({ act: 'mute', targetId: muted, reason, at: now })
      .returning({ id: moderationLog.id });
    const until = new Date(now.getTime() + 1000);
    await database.db.insert(mutes).values({ userId: muted, until, logId: entry?.id ?? '' });
    const [further] = await database.db
      .insert(furtherRoles)
      .values({ slug: 'members', name: 'Members' })
      .returning({ slug: furtherRoles.slug });
    const member = await set('member', {});
    await database.db
      .insert(accountRoles)
      .values({ userId: member, role: further?.slug ?? '', givenAt: now });
    await set('example', { isExample: true, emailVerified: false, registeredAt: now });
    const gone = await make('gone');
    await deleteAccountAsAdmin(admin, {
      username: gone.username,
      reason,
      typed: gone.username,
      removesTexts: false,
    });
    const of = async (query: Record<string, string>) =>
      (await list(admin, { q: 'f-', ...query })).toSorted();
    const expected: Record<PeopleFilter, string[]> = {
      registered: [
        'F-admin',
        'F-banned',
        'F-example',
        'F-member',
        'F-moderator',
        'F-muted',
        'F-new',
        'F-open',
        'F-over',
        'F-plain',
      ],
      new: ['F-new'],
      moderators: ['F-moderator'],
      admins: ['F-admin'],
      suspended: ['F-banned'],
      muted: ['F-muted'],
      unconfirmed: ['F-open'],
      guests: ['F-guest'],
      examples: ['F-example'],
    };
    for (const show of peopleFilters) expect(await of({ show })).toEqual(expected[show]);
    expect(await of({ role: 'members' })).toEqual(['F-member']);
  });
});

describe('notes', () => {
  it('are read by moderators above the account only, and deleted by their author and admins', async () => {
    const admin = await logIn('admin');
    const [one, other] = [await logIn('moderator'), await logIn('moderator')];
    const { id, username } = await createPlayer(database.db);
    await addAccountNote(one, { username, text: 'Was rude in March.' });
    const read = async (ctx: ProvenCtx, of: string) => (await getAccountModeration(ctx, of)).notes;
    const [note] = await read(other, username);
    expect(note).toMatchObject({ text: 'Was rude in March.', mayDelete: false });
    const noteId = note?.id ?? '';
    await expect(deleteAccountNote(other, { username, noteId })).rejects.toMatchObject({
      code: 'note-gone',
    });
    await database.db.update(users).set({ role: 'moderator' }).where(eq(users.id, id));
    expect(await read(one, username)).toEqual([]);
    await expect(deleteAccountNote(one, { username, noteId })).rejects.toMatchObject({
      code: 'not-above',
    });
    expect(await read(admin, username)).toHaveLength(1);
    await deleteAccountNote(admin, { username, noteId });
    expect(await read(admin, username)).toEqual([]);
    for (const [ctx, of, code] of [
      [one, one.actor?.username, 'moderate-self'],
      [one, other.actor?.username, 'not-above'],
      [await logIn('player'), other.actor?.username, 'moderators-only'],
      [one, 'nobody', 'user-not-found'],
    ] as const) {
      await expect(
        addAccountNote(ctx, { username: of ?? '', text: 'A note' }),
      ).rejects.toMatchObject({ code });
    }
  });

  it('are bounded, also when they are written at the same time', async () => {
    const moderator = await logIn('moderator');
    const { id, username } = await createPlayer(database.db);
    const attempts = await Promise.allSettled(
      Array.from({ length: moderationConstants.notesMax + 5 }, () =>
        addAccountNote(moderator, { username, text: 'Again' }),
      ),
    );
    expect(errorCodesOf(attempts)).toEqual(Array.from({ length: 5 }, () => 'note-limit'));
    expect(
      await database.db.$count(
        accountNotes,
        and(eq(accountNotes.userId, id), eq(accountNotes.text, 'Again')),
      ),
    ).toBe(moderationConstants.notesMax);
  });
});
