import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import {
  accountRoles,
  invitations,
  siteSettingChanges,
  siteSettings,
  users,
} from '#database/schema.ts';
import { proofConstants } from '#shared/constants/accounts/sessions.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { registerOnWeb } from '#test/fixtures/registered-visitor.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const odds = { common: '52.5', uncommon: '25.5', rare: '15', epic: '5', legendary: '2' };

const database = useDatabase();

afterEach(async () => {
  await database.db.delete(siteSettings);
  await database.db.delete(siteSettingChanges);
});

/** An admin with a password who logged in ten minutes ago. */
async function createStaleAdmin() {
  const { visitor, person, clock } = await registerOnWeb(database.db);
  await database.db
    .update(users)
    .set({ role: 'admin' })
    .where(eq(users.username, person.username.toLowerCase()));
  clock.advance(proofConstants.freshMs);
  const prove = (next: string) =>
    visitor.post(`/settings/proof?next=${encodeURIComponent(next)}`, {
      password: person.password,
      next,
    });
  return { visitor, prove, clock };
}

test.each([
  ['/admin/site', { intent: 'name', name: 'Club', tagline: 'Join', welcome: 'w'.repeat(1_000) }],
  ['/admin/site', { intent: 'announcement', announcement: 'Tournament on Friday' }],
  ['/admin/site', { intent: 'footer', 'label-0': 'Chess', 'address-0': 'https://chess.test/' }],
  ['/admin/site', { intent: 'accent', light: '#994a09', dark: '#f9ba60' }],
  [
    '/admin/site',
    {
      intent: 'limits',
      topUpSingle: '11.11',
      topUpDaily: '12.34',
      codesPerDay: '13.57',
      awardsPerDay: '77',
      playCycle: '45.5',
    },
  ],
  [
    '/admin/site',
    {
      intent: 'prices',
      gamePrice: '7.77',
      marketFee: '13',
      dailyReward: '8.88',
      startingMoney: '5.55',
    },
  ],
  ['/admin/site', { intent: 'odds', ...odds }],
  ['/admin/site/pages', { intent: 'texts', rules: 'r'.repeat(20_000), imprint: '', privacy: '' }],
])('%s saves %o only with a fresh proof, and keeps what was typed', async (path, form) => {
  const { visitor, prove } = await createStaleAdmin();
  expect(await textOf(await visitor.get(path))).toContain('first confirm that it is you');
  const refused = await visitor.post(path, form);
  expect(refused.status).toBe(403);
  const html = await refused.text();
  expect(html).toContain('Confirm in a new tab that it is you, then save it here again.');
  expect(html).toContain(`href="/settings/proof?next=${encodeURIComponent(path)}"`);
  const { intent, ...typed } = form;
  for (const text of Object.values(typed)) expect(html).toContain(text);
  expect(await database.db.$count(siteSettings)).toBe(0);

  expect((await prove(path)).headers.get('Location')).toBe(path);
  expect(await textOf(await visitor.get(path))).not.toContain('first confirm that it is you');
  const saved = await visitor.post(path, form);
  expect(await textOf(saved)).toContain('Saved. It holds from now on.');
  expect(await database.db.$count(siteSettings)).toBeGreaterThan(0);
});

test('which parts are on is saved only with a fresh proof, and stays as ticked until then', async () => {
  const { visitor } = await createStaleAdmin();
  const refused = await visitor.post('/admin/site', { intent: 'parts', tradesPart: 'on' });
  expect(refused.status).toBe(403);
  const inputs = (await refused.text()).match(/<input[^>]*>/g) ?? [];
  const isTicked = (name: string) =>
    inputs.find((input) => input.includes(`name="${name}"`))?.includes('checked');
  expect([isTicked('tradesPart'), isTicked('marketPart')]).toEqual([true, false]);
  expect(await database.db.$count(siteSettings)).toBe(0);
});

test('who can register is saved, and a change is undone, only with a fresh proof', async () => {
  const path = '/admin/registration';
  const { visitor, prove, clock } = await createStaleAdmin();
  const form = { intent: 'mode', registration: 'closed' };
  const refused = await visitor.post(path, form);
  expect(refused.status).toBe(403);
  expect(await refused.text()).toMatch(/<input[^>]*checked=""[^>]*value="closed"/);
  expect(await database.db.$count(siteSettings)).toBe(0);
  await prove(path);
  await visitor.post(path, form);
  const [change] = await database.db.select().from(siteSettingChanges);
  clock.advance(proofConstants.freshMs);
  const undo = { intent: 'undo', id: change?.id ?? '' };
  expect((await visitor.post(path, undo)).status).toBe(403);
  expect(await database.db.$count(siteSettingChanges)).toBe(1);
  await prove(path);
  expect(await textOf(await visitor.post(path, undo))).toContain('The change is undone.');
});

test('an invitation is created only with a fresh proof, which leads back to the typed note', async () => {
  const path = '/admin/registration/new-invitation';
  const next = `/settings/proof?next=${encodeURIComponent(path)}`;
  const { visitor, prove, clock } = await createStaleAdmin();
  expect(await textOf(await visitor.get(path))).toContain('first confirm that it is you');
  await prove(path);
  expect(await textOf(await visitor.get(path))).not.toContain('first confirm that it is you');

  clock.advance(proofConstants.freshMs);
  const before = await database.db.$count(invitations);
  const form = { note: 'For Ada', days: '30', uses: '12' };
  const refused = await visitor.post(path, form, { Accept: 'text/html' });
  expect(refused.headers.get('Location')).toBe(next);
  expect(await database.db.$count(invitations)).toBe(before);
  await prove(path);
  const page = await (await visitor.get(path)).text();
  expect(page).toContain('value="For Ada"');
  expect(page).toContain('value="12"');
  expect(page).toMatch(/<option[^>]*value="30"[^>]*selected=""/);
  expect(await textOf(await visitor.post(path, form))).toContain('Your new invitation');
});

test.each([
  ['make-moderator', {}],
  ['make-player', {}],
  ['give-further-role', { role: 'catalog-editor' }],
  ['take-further-role', { role: 'catalog-editor' }],
])(
  'the form %s needs a fresh proof, which leads back to the typed reason',
  async (intent, more) => {
    const { visitor, prove } = await createStaleAdmin();
    const role = intent === 'make-player' ? 'moderator' : 'player';
    const furtherRoles = intent === 'take-further-role' ? ['catalog-editor'] : [];
    const target = await createPlayer(database.db, { role, furtherRoles });
    const path = `/profile/${target.username}/moderation`;
    const readRoles = async () => [
      await database.db.select({ role: users.role }).from(users).where(eq(users.id, target.id)),
      await database.db.$count(accountRoles, eq(accountRoles.userId, target.id)),
    ];
    const before = await readRoles();
    const form = { intent, reason: 'Because of the vote.', ...more };
    const refused = await visitor.post(path, form, { Accept: '*/*' });
    expect(refused.status).toBe(403);
    const text = await refused.text();
    expect(text).toContain('Confirm that it is you first.');
    expect(text).toContain('Because of the vote.');
    expect(await readRoles()).toEqual(before);
    expect((await prove(path)).headers.get('Location')).toBe(path);
    const page = await (await visitor.get(path)).text();
    expect(page.match(/>Because of the vote\.<\/textarea>/g)).toHaveLength(1);
    expect((await visitor.post(path, form)).status).toBe(200);
    expect(await readRoles()).not.toEqual(before);
  },
);

test('other acts of moderators need no fresh proof', async () => {
  const { visitor } = await createStaleAdmin();
  const target = await createPlayer(database.db);
  const path = `/profile/${target.username}/moderation`;
  const form = { intent: 'suspend', reason: 'Because of the rules.', days: '7' };
  expect(await textOf(await visitor.post(path, form))).toContain('The account is suspended.');
});

test('what an admin does for an owner needs a fresh proof, which leads back to the typed reason', async () => {
  const { username } = await createPlayer(database.db);
  const path = `/admin/people/${username}`;
  const { visitor, prove } = await createStaleAdmin();
  const form = { intent: 'make-admin', reason: 'She runs the Friday club.' };
  const refused = await visitor.post(path, form, { Accept: 'text/html' });
  expect(refused.headers.get('Location')).toBe(`/settings/proof?next=${encodeURIComponent(path)}`);
  expect(await readRole(username)).toBe('player');
  await prove(path);
  expect(await (await visitor.get(path)).text()).toContain(form.reason);
  await visitor.post(path, form);
  expect(await readRole(username)).toBe('admin');
  expect(await (await visitor.get(path)).text()).not.toContain(form.reason);
});

async function readRole(username: string) {
  const named = eq(users.username, username.toLowerCase());
  const [account] = await database.db.select({ role: users.role }).from(users).where(named);
  return account?.role;
}
