import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { codes, users } from '#database/schema.ts';
import type { Role } from '#shared/constants/accounts/roles.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

async function createSite() {
  const web = createWeb(database.db);
  const enter = async (role: Role) =>
    createSignedInVisitor(web, (await createPlayer(database.db, { role })).id);
  return { web, enter, admin: await enter('admin') };
}

const form = () => ({
  ...{ key: randomUUID(), kind: 'money', amount: '5.00', game: '', card: '' },
  ...{ count: '2', uses: '1', accountMax: '2', days: '7', note: 'First day' },
});

describe('codes from an admin to a player', () => {
  it('are shown once with their QR codes, redeemed by the form and withdrawn after a question', async () => {
    const { admin, enter } = await createSite();
    expect(await textOf(await admin.get('/admin/codes'))).toContain('There are no codes.');
    const made = await (await admin.post('/admin/codes/new', form())).text();
    const shown = [...new Set(made.match(/\b(?:[0-9A-Z]{4}-){4}[0-9A-Z]{4}\b/g))];
    expect(shown).toHaveLength(2);
    expect(made.match(/aria-label="QR code of/g)).toHaveLength(2);
    const [first = '', second = ''] = shown;

    const list = await (await admin.get('/admin/codes')).text();
    expect(list).toContain('First day');
    const [, path = ''] = /href="(\/admin\/codes\/[0-9a-f-]{36})"/.exec(list) ?? [];
    const page = await (await admin.get(path)).text();
    expect(page).toContain(first.slice(0, 4));
    for (const html of [list, page]) expect(html).not.toContain(first.slice(5));

    const player = await enter('player');
    const link = await (await player.get(`/redeem?code=${first.replaceAll('-', '')}`)).text();
    expect(link).toContain(`value="${first}"`);
    expect(await textOf(await player.get('/profile/wallet'))).not.toContain('Code');
    const redeemed = await player.post('/redeem', { code: first.toLowerCase(), key: randomUUID() });
    expect(await textOf(redeemed)).toContain('$5.00 added. Your balance is $5.00.');
    expect(await textOf(await player.get('/profile/wallet'))).toContain('Code');

    const [, id = ''] = /\?withdraw=([0-9a-f-]{36})"/.exec(page.replace(/withdraw=all/g, '')) ?? [];
    expect(await textOf(await admin.get(`${path}?withdraw=all`))).toContain(
      'Withdraw all of these',
    );
    expect(id).not.toBe('');
    expect(await textOf(await admin.post(path, {}))).toContain('The code is withdrawn.');
    expect((await admin.post(path, {})).status).toBe(404);
    const refused = await player.post('/redeem', { code: second, key: randomUUID() });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('This code gives you nothing.');
    const log = await textOf(await admin.get('/admin/log'));
    expect(log).toContain('Codes made');
    expect(log).toContain('Codes withdrawn');
  });

  it('of an admin who lost the role are found on its page, and withdrawn after a question', async () => {
    const { web, admin } = await createSite();
    const maker = await createPlayer(database.db, { role: 'admin' });
    await (await createSignedInVisitor(web, maker.id)).post('/admin/codes/new', form());
    await database.db.update(users).set({ role: 'player' }).where(eq(users.id, maker.id));
    const path = `/admin/codes?of=${maker.username}`;
    const person = await (await admin.get(`/admin/people/${maker.username}`)).text();
    expect(person).toContain(`href="${path}"`);
    const question = await textOf(await admin.get(`${path}&withdraw=all`));
    expect(question).toContain(`Withdraw all codes of ${maker.username}?`);
    const withdrawn = await textOf(await admin.post(path, { of: maker.username }));
    expect(withdrawn).toContain('2 codes are withdrawn.');
    expect((await admin.post(path, { of: maker.username })).status).toBe(404);
  });

  it('are refused with an error at their field, and keep what was typed', async () => {
    const { admin } = await createSite();
    const answer = await admin.post('/admin/codes/new', {
      ...form(),
      amount: '5000',
      note: 'Kept',
    });
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(html).toContain('aria-invalid="true"');
    expect(html).toContain('value="Kept"');
  });

  it('lead a visitor with an invitation to the registration, and to the login with others', async () => {
    const { web, admin } = await createSite();
    const made = await (
      await admin.post('/admin/codes/new', { ...form(), kind: 'invitation', count: '1' })
    ).text();
    const [code = ''] = /\b(?:[0-9A-Z]{4}-){4}[0-9A-Z]{4}\b/.exec(made) ?? [];
    const visitor = web.visit();
    const page = await (await visitor.get(`/redeem?code=${code}`)).text();
    expect(page).toContain(`/login?next=${encodeURIComponent(`/redeem?code=${code}`)}`);
    const answer = await visitor.post('/redeem', { code, key: randomUUID() });
    expect(answer.headers.get('Location')).toBe(`/register?invitation=${code}`);
    const wrong = await visitor.post('/redeem', { code: '1234', key: randomUUID() });
    expect(wrong.status).toBe(400);
  });

  it.each(['guest', 'player', 'moderator'] as const)('cannot be made by a %s', async (role) => {
    const { enter } = await createSite();
    const reader = await enter(role);
    const before = await database.db.$count(codes);
    expect((await reader.post('/admin/codes/new', form())).status).toBe(404);
    expect((await reader.post(`/admin/codes/${randomUUID()}`, {})).status).toBe(404);
    expect(await database.db.$count(codes)).toBe(before);
  });
});
