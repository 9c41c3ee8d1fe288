import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '#database/schema.ts';
import { factorConstants } from '#shared/constants/accounts/factors.ts';
import { proofConstants } from '#shared/constants/accounts/sessions.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { registerOnWeb } from '#test/fixtures/registered-visitor.ts';
import { codePeriodMs, generateCode } from '#test/fixtures/two-factor.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const [path, appPath] = ['/settings/security', '/settings/security/authenticator'];

type Player = Awaited<ReturnType<typeof registerOnWeb>>;

/** Adds an authenticator app on the pages. Returns what shows its codes, and the recovery codes. */
async function addApp({ visitor, clock }: Player) {
  const started = await visitor.post(appPath, { intent: 'start' });
  expect([started.status, started.headers.get('Location')]).toEqual([302, appPath]);
  const html = await (await visitor.get(appPath)).text();
  expect(html).toContain('aria-label="QR code of your authenticator app"');
  const secret = (/select-all">([A-Z2-7 ]+)</.exec(html)?.[1] ?? '').replaceAll(' ', '');
  const showCode = () => generateCode(secret, clock.now());
  const wrong = await visitor.post(appPath, { intent: 'confirm', code: '12345' });
  expect(wrong.status).toBe(401);
  expect(await textOf(wrong)).toContain('This code is wrong');
  const added = await visitor.post(appPath, { intent: 'confirm', code: showCode() });
  const codes = (await textOf(added)).match(/\b[a-z2-9]{4}(-[a-z2-9]{4}){3}\b/g) ?? [];
  expect(new Set(codes).size).toBe(factorConstants.recoveryCodes);
  return { showCode, codes };
}

/** Sends the password of the player. Returns the visitor and where the login leads. */
async function enterPassword({ web, person }: Player, next = '/library') {
  const visitor = web.visit();
  const { username, password } = person;
  const response = await visitor.post('/login', { username, password, next });
  return { visitor, response, location: response.headers.get('Location') };
}

describe('the sign-in settings', () => {
  test('lead a player without a confirmed address to its confirmation', async () => {
    const { web, visitor, person } = await registerOnWeb(database.db);
    web.ctx.accounts.mailer = { ...web.ctx.accounts.mailer, canDeliver: true };
    await database.db
      .update(users)
      .set({ emailVerified: false })
      .where(eq(users.displayUsername, person.username));
    const refused = await visitor.post(appPath, { intent: 'start' });
    expect(refused.status).toBe(403);
    expect(await refused.text()).toMatch(/<a[^>]* href="\/confirm"/);
  });

  test('set up an authenticator app, and the next login asks for its code', async () => {
    const player = await registerOnWeb(database.db);
    expect(await textOf(await player.visitor.get(path))).not.toContain('Recovery codes');
    const { showCode } = await addApp(player);
    const page = await textOf(await player.visitor.get(path));
    expect(page).toContain('Authenticator app On');
    expect(page).toContain('10 of 10 left');
    player.clock.advance(codePeriodMs);
    const { visitor, location } = await enterPassword(player);
    expect(location).toBe('/login/factor?next=%2Flibrary');
    expect(visitor.cookie).toBeNull();
    expect((await visitor.get('/library')).status).toBe(302);
    expect(await textOf(await visitor.get(location ?? ''))).toContain('Two-factor authentication');
    const wrong = await visitor.post('/login/factor', { code: '000000', next: '/library' });
    expect(wrong.status).toBe(401);
    expect(visitor.cookie).toBeNull();
    const done = await visitor.post('/login/factor', { code: showCode(), next: '/library' });
    expect([done.status, done.headers.get('Location')]).toEqual([302, '/library']);
    expect((await visitor.get('/library')).status).toBe(200);
    // The pending login is over, and a visitor without one gets a clear text.
    for (const one of [visitor, player.web.visit()]) {
      const again = await one.post('/login/factor', { code: showCode() });
      expect(await textOf(again)).toContain('This login has expired.');
    }
  });

  test('never lead from the code to another site', async () => {
    const player = await registerOnWeb(database.db);
    const { codes } = await addApp(player);
    const { visitor } = await enterPassword(player, '//evil.example');
    const done = await visitor.post('/login/factor', {
      code: codes[0] ?? '',
      next: 'https://evil.example/',
    });
    expect(done.headers.get('Location')).toBe('/');
  });

  test('remove the app after a question', async () => {
    const player = await registerOnWeb(database.db);
    await addApp(player);
    const { visitor } = player;
    expect(await textOf(await visitor.get(`${path}?ask=remove-app`))).toContain(
      'Remove the authenticator app?',
    );
    const removed = await visitor.post(path, { intent: 'remove-app' });
    expect([removed.status, removed.headers.get('Location')]).toEqual([302, path]);
    expect((await enterPassword(player)).location).toBe('/library');
    const again = await visitor.post(path, { intent: 'remove-app' });
    expect(await textOf(again)).toContain('This was removed already.');
  });

  test('create new recovery codes after a question', async () => {
    const player = await registerOnWeb(database.db);
    const { codes } = await addApp(player);
    const { visitor } = player;
    expect(await textOf(await visitor.get(`${path}?ask=new-codes`))).toContain(
      'Create new recovery codes?',
    );
    const renewed = await textOf(await visitor.post(path, { intent: 'new-codes' }));
    expect(renewed).toContain('Save them now: they are not shown again.');
    expect(renewed).not.toContain(codes[0]);
    expect(await textOf(await visitor.get(path))).not.toContain('Save them now');
  });

  test('ask for the password and a code when the proof is old', async () => {
    const player = await registerOnWeb(database.db);
    const { showCode } = await addApp(player);
    const { visitor, person, clock } = player;
    clock.advance(proofConstants.freshMs);
    const question = `${path}?ask=remove-app`;
    const asked = await visitor.get(question);
    const proof = `/settings/proof?next=${encodeURIComponent(question)}`;
    expect([asked.status, asked.headers.get('Location')]).toEqual([302, proof]);
    const refused = await visitor.post(path, { intent: 'remove-app' });
    expect(refused.status).toBe(403);
    expect(await textOf(refused)).toContain('Confirm that it is you first.');
    expect((await visitor.get(appPath)).headers.get('Location')).toContain('/settings/proof?next=');
    const { password } = person;
    const alone = await visitor.post('/settings/proof', { password, next: question });
    expect(await textOf(alone)).toContain('This code is wrong');
    expect(await textOf(await visitor.get(proof))).toContain('Use a recovery code');
    const proven = await visitor.post('/settings/proof', {
      password,
      code: showCode(),
      next: question,
    });
    expect(proven.headers.get('Location')).toBe(question);
    expect((await visitor.get(question)).status).toBe(200);
  });

  test('are for registered players', async () => {
    const guest = createWeb(database.db).visit();
    expect((await guest.get(path)).headers.get('Location')).toContain('/login?next=');
    await guest.post('/guest', {});
    for (const page of [path, appPath]) expect((await guest.get(page)).status).toBe(403);
    expect((await guest.post(appPath, { intent: 'start' })).status).toBe(403);
  });
});
