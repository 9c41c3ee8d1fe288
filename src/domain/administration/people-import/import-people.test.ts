import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import {
  accounts,
  adminLog,
  ledgerEntries,
  requestedEmails,
  siteSettings,
  users,
  wallets,
} from '#database/schema.ts';
import { peopleFileConstants } from '#shared/constants/site/people-files.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { useRaceChecks } from '#test/fixtures/race-checks.ts';
import { withFreshProof } from '#test/fixtures/sign-in.ts';
import { register } from '../../accounts/registration/register.ts';
import { logIn } from '../../accounts/sessions/log-in.ts';
import { getGroup } from '../../groups/get-group.ts';
import { createGroup } from '../../groups/save-group.ts';
import { checkPeopleFile, importPeopleFile } from './import-people.ts';

const database = useDatabase({ max: 20 });
useRaceChecks(database);

afterEach(async () => {
  await database.db.delete(siteSettings);
  await database.db.delete(requestedEmails);
});

async function createAdmin({ sendsMail = false } = {}) {
  const mailer = { canDeliver: sendsMail, async send() {} };
  const base = createTestCtx(database.db, { accounts: { mailer } });
  const actor = await withFreshProof(base, await createPlayer(database.db, { role: 'admin' }));
  return { base, admin: { ...base, actor }, visitor: { ...base, actor: null } };
}

const unique = (start: string) => `${start}-${randomUUID().slice(0, 8)}`;
const file = (text: string) => new TextEncoder().encode(text);
const password = 'correct horse battery';
const line = (username: string, more = '') =>
  `${username},${more},${username.toLowerCase()}@example.test,${password}`;
const header = 'username,name,email,password';
const csv = (...rows: string[]) => file([header, ...rows].join('\n'));

describe('an import of people', () => {
  it('makes an account for each row, which logs in with its password', async () => {
    const { admin, visitor } = await createAdmin();
    const [ada, bo] = [unique('Ada'), unique('bo')];
    const content = csv(line(ada, 'Ada L'), line(bo));
    expect(await checkPeopleFile(admin, content)).toMatchObject({
      counts: { new: 2, wrong: 0 },
      imported: false,
    });
    expect(await database.db.$count(users, eq(users.displayUsername, ada))).toBe(0);
    const report = await importPeopleFile(admin, content);
    expect(report).toMatchObject({ counts: { new: 2, wrong: 0 }, imported: true });
    expect(JSON.stringify(report)).not.toContain(password);
    const made = await database.db
      .select()
      .from(users)
      .where(inArray(users.displayUsername, [ada, bo]));
    expect(made.map(({ name, role, emailVerified }) => ({ name, role, emailVerified }))).toEqual(
      expect.arrayContaining([
        { name: 'Ada L', role: 'player', emailVerified: true },
        { name: bo, role: 'player', emailVerified: true },
      ]),
    );
    for (const username of [ada, bo]) await logIn(visitor, { username, password });
    const log = await database.db
      .select()
      .from(adminLog)
      .where(eq(adminLog.accountId, admin.actor.id));
    expect(log).toMatchObject([{ act: 'import-people', details: { people: 2 } }]);
    expect(await database.db.$count(adminLog)).toBe(1);
    // The same file again finds all names and emails taken.
    const again = await importPeopleFile(admin, content);
    expect(again).toMatchObject({ counts: { new: 0, wrong: 2 }, imported: false });
    expect(again.rows[0]?.problems.map(({ column }) => column)).toEqual(['username', 'email']);
  });

  it('pays the starting money, and does not ask who can register', async () => {
    const { admin } = await createAdmin();
    const { db } = database;
    await db.insert(siteSettings).values([
      { key: 'registration', value: 'closed' },
      { key: 'startingMoney', value: 7_00 },
    ]);
    const name = unique('cy');
    await importPeopleFile(admin, csv(line(name)));
    const [account] = await db
      .select({ id: users.id, balance: wallets.balance })
      .from(users)
      .innerJoin(wallets, eq(wallets.userId, users.id))
      .where(eq(users.displayUsername, name));
    expect(account?.balance).toBe(7_00);
    await db.delete(ledgerEntries).where(eq(ledgerEntries.kind, 'starting-money'));
    await db
      .update(wallets)
      .set({ balance: 0 })
      .where(eq(wallets.userId, account?.id ?? ''));
  });

  it('mails a link to people without a password, and a confirmation to the others', async () => {
    const { admin } = await createAdmin({ sendsMail: true });
    const [linked, other] = [unique('di'), unique('ed')];
    await importPeopleFile(admin, csv(`${linked},,${linked}@example.test,`, line(other)));
    const mails = await database.db.select().from(requestedEmails);
    expect(mails.map(({ kind, email }) => [kind, email]).toSorted()).toEqual([
      ['confirm', `${other}@example.test`],
      ['reset-by-admin', `${linked}@example.test`],
    ]);
    const [account] = await database.db
      .select({ id: users.id, emailVerified: users.emailVerified })
      .from(users)
      .where(eq(users.username, linked));
    expect(account?.emailVerified).toBe(false);
    expect(await database.db.$count(accounts, eq(accounts.userId, account?.id ?? ''))).toBe(0);
  });

  it('brings people into the groups of their rows, and names a row whose group does not exist', async () => {
    const { admin } = await createAdmin();
    const name = `Class ${randomUUID().slice(0, 8)}`;
    const facts = { description: '', joining: 'invitation', membersShownTo: 'members' } as const;
    const { id } = await createGroup(admin, { name, ...facts });
    const [one, two] = [unique('in'), unique('out')];
    const content = (group: string) =>
      file(
        [
          'username,email,group,password',
          `${one},${one}@example.test,${group},${password}`,
          `${two},${two}@example.test,,${password}`,
        ].join('\n'),
      );
    const wrong = await importPeopleFile(admin, content('No such group'));
    expect(wrong).toMatchObject({ counts: { wrong: 1 }, imported: false });
    expect(wrong.rows[0]?.problems).toMatchObject([{ column: 'group' }]);
    expect(await importPeopleFile(admin, content(name.toUpperCase()))).toMatchObject({
      imported: true,
    });
    const { members } = await getGroup(admin, { id, page: 1 });
    expect(members.map(({ username }) => username)).toEqual([one]);
  });

  it('needs an admin and, to write, a fresh proof', async () => {
    const { base, admin, visitor } = await createAdmin();
    const content = csv(line(unique('fi')));
    for (const role of ['guest', 'player', 'moderator'] as const) {
      const reader = { ...base, actor: await createPlayer(database.db, { role }) };
      for (const run of [checkPeopleFile, importPeopleFile]) {
        await expect(run(reader, content)).rejects.toMatchObject({ code: 'admins-only' });
      }
    }
    await expect(importPeopleFile(visitor, content)).rejects.toMatchObject({
      code: 'login-required',
    });
    base.testClock.advance(11 * 60_000);
    await expect(importPeopleFile(admin, content)).rejects.toMatchObject({
      code: 'proof-required',
    });
    expect(await checkPeopleFile(admin, content)).toMatchObject({ counts: { new: 1 } });
  });
});

describe('a file in which rows are wrong', () => {
  it('writes nothing and names the row and the column of each problem', async () => {
    const { admin } = await createAdmin();
    const taken = await createPlayer(database.db);
    const good = unique('gus');
    const email = `${good}@example.test`;
    const rows: [string, string[]][] = [
      [line(good), []],
      [line('ab'), ['username']],
      [line('admin'), ['username']],
      [line('Guildhall'), ['username']],
      [line(taken.username), ['username', 'email']],
      [`${taken.username.toUpperCase()},,u1@example.test,${password}`, ['username']],
      [`${good.replace('u', 'U')},,u2@example.test,${password}`, ['username']],
      [`${unique('same')},,${email.toUpperCase()},${password}`, ['email']],
      [`${unique('none')},,,${password}`, ['email']],
      [`${unique('bad')},,no address,${password}`, ['email']],
      [`${unique('weak')},,w@example.test,password123`, ['password']],
      [`${unique('short')},,s@example.test,abc`, ['password']],
      [`${unique('empty')},,e@example.test,`, ['password']],
      [`${unique('long')},${'n'.repeat(21)},l@example.test,${password}`, ['name']],
      [`${unique('fake')},Moderator,f@example.test,${password}`, ['name']],
      [`${unique('fake')},${taken.username.slice(0, 20)},g@example.test,${password}`, ['name']],
      [`${unique('nul')},a\u0000b,n@example.test,${password}`, ['name']],
      [`x\u0000y,,m@example.test,${password}`, ['username']],
      [`"=HYPERLINK(1)",,h@example.test,${password}`, ['username']],
    ];
    const before = await database.db.$count(users);
    const report = await importPeopleFile(admin, csv(...rows.map(([row]) => row)));
    expect(report.imported).toBe(false);
    expect(await database.db.$count(users)).toBe(before);
    const found = new Map(report.rows.map(({ row, problems }) => [row, problems]));
    for (const [index, [row, columns]] of rows.entries()) {
      const problems = (found.get(index + 2) ?? []).map(({ column }) => column);
      expect([row, [...new Set(problems)]]).toEqual([row, columns]);
    }
    expect(JSON.stringify(report)).not.toContain(password);
    expect(JSON.stringify(report)).not.toContain('password123');
  });

  it('is read as spreadsheets write it', async () => {
    const { admin } = await createAdmin();
    const [one, two] = [unique('hal'), unique('ida')];
    const table = `${header.toUpperCase()}\r\n"${one}","The ""One""",${one}@example.test,"a, b; c and d"\r\n\r\n${line(two)}\r\n`;
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(table, 'utf16le')]);
    for (const bytes of [
      file(table),
      file(`\uFEFF${table}`),
      utf16,
      file(table.replace(/\r\n/g, '\r')),
    ]) {
      expect(await checkPeopleFile(admin, bytes)).toMatchObject({ counts: { new: 2, wrong: 0 } });
    }
    const semicolons = [header, line(one)].join('\n').replaceAll(',', ';');
    expect(await checkPeopleFile(admin, file(semicolons))).toMatchObject({ counts: { new: 1 } });
  });

  it.each([
    ['empty', file('')],
    ['only names of columns', file(header)],
    ['an unknown column', file(`${header},role\nx,,x@example.test,${password},admin`)],
    ['a column twice', file(`username,username\na,b`)],
    ['no column of usernames', file(`name,email\na,a@example.test`)],
    ['Latin-1', Buffer.from(`${header}\nJosé,,j@example.test,${password}`, 'latin1')],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0x00])],
    ['an open quote', file(`${header}\n"never closed,,x@example.test,${password}`)],
    ['a huge cell', file(`${header}\n${'x'.repeat(40_000)},,x@example.test,${password}`)],
    ['10,000 rows', csv(...Array.from({ length: 10_000 }, (_, index) => line(`many${index}`)))],
    ['too many bytes', new Uint8Array(peopleFileConstants.bytesMax + 1)],
  ])('is refused as a whole: %s', async (_, bytes) => {
    const { admin } = await createAdmin();
    const before = await database.db.$count(users);
    const error = await importPeopleFile(admin, bytes).catch((reason: Error) => reason);
    expect(error).toMatchObject({ code: 'bad-people-file' });
    expect(error instanceof Error ? error.message : '').not.toContain(password);
    expect(await database.db.$count(users)).toBe(before);
  });
});

it('makes all or none of its people when somebody takes a name at the same time', async () => {
  const { admin, visitor } = await createAdmin();
  for (let round = 0; round < 6; round += 1) {
    const names = [unique('kim'), unique('lee'), unique('mo')];
    const content = csv(...names.map((name) => line(name)));
    const [taken = ''] = names;
    const input = { username: taken, email: `${unique('other')}@example.test`, password };
    const results = await Promise.allSettled([
      importPeopleFile(admin, content),
      importPeopleFile(admin, content),
      register(visitor, input),
    ]);
    const made = await database.db.$count(users, inArray(users.displayUsername, names));
    const imports = results
      .slice(0, 2)
      .filter(
        (one) => one.status === 'fulfilled' && typeof one.value === 'object' && one.value?.imported,
      );
    expect(imports.length).toBeLessThanOrEqual(1);
    expect(made).toBe(imports.length === 1 ? 3 : 1);
    for (const one of results) {
      if (one.status === 'rejected') {
        expect(['people-changed', 'username-taken']).toContain(one.reason.code);
      }
    }
  }
});
