import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { auditRuns } from '#database/schema.ts';
import { runStoredAudit } from '#domain/audit/audit-runs.ts';
import { summarizeEconomy } from '#domain/audit/economy-figures/summarize-economy.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

async function createReader(role: 'player' | 'moderator' | 'admin') {
  const web = createWeb(database.db);
  const { id, username } = await createPlayer(database.db, { role });
  return { web, username, reader: await createSignedInVisitor(web, id) };
}

describe('the page of the economy', () => {
  it('has empty states at first, and then figures in tables of every period', async () => {
    const { web, reader } = await createReader('admin');
    const empty = await textOf(await reader.get('/admin/economy'));
    expect(empty).toContain('Nobody was counted in this period yet.');
    expect(empty).toContain('No money was given or taken yet.');
    expect(empty).toContain('No audit has run yet.');
    await createPlayer(database.db, { balance: 123_45 });
    await summarizeEconomy(web.ctx);
    for (const period of ['12-months', 'all']) {
      const html = await (await reader.get(`/admin/economy?period=${period}`)).text();
      expect(html).toContain('Money added by players');
      expect(html).toContain('$123.45');
      expect(html).toContain('<caption class="sr-only">Money made and spent</caption>');
    }
    const days = await textOf(await reader.get('/admin/economy?period=30-days'));
    // It was added in January: before the last 30 days.
    expect(days).toContain('$123.45');
    expect(days).not.toContain('Money added by players');
    for (const query of ['period=unknown', 'period=', 'period=%00', `period=${'x'.repeat(999)}`])
      expect((await reader.get(`/admin/economy?${query}`)).status).toBe(200);
  });

  it('shows grants and fines with their reasons as text', async () => {
    const { reader, username: admin } = await createReader('admin');
    const { username } = await createPlayer(database.db, { balance: 10_00 });
    const form = { intent: 'take-money', reason: 'Sold <b>twice</b>.', amount: '2.50' };
    await reader.post(`/admin/people/${username}`, { ...form, key: randomUUID() });
    const html = await (await reader.get('/admin/economy')).text();
    expect(html).toContain('Sold &lt;b&gt;twice&lt;/b&gt;.');
    expect(html).toContain(`href="/admin/people/${username}"`);
    expect(html).toContain(admin);
    expect(html).toContain('$2.50');
  });

  it('requests an audit once, and shows its result', async () => {
    const { web, reader, username } = await createReader('admin');
    const request = () => reader.post('/admin/economy', { intent: 'run-audit' });
    expect(await textOf(await request())).toContain('The audit starts within two minutes.');
    const again = await request();
    expect([again.status, await textOf(again.clone())]).toEqual([
      409,
      expect.stringContaining('An audit is waiting or running already.'),
    ]);
    await runStoredAudit(web.ctx, { isNightly: false });
    const page = await textOf(await reader.get('/admin/economy'));
    expect(page).toContain(`requested by ${username}`);
    expect(page).toMatch(/All \d+ rules hold/);
    expect((await reader.post('/admin/economy', { intent: 'unknown' })).status).toBe(400);
  });

  it.each(['player', 'moderator'] as const)('does not exist for a %s', async (role) => {
    const { reader } = await createReader(role);
    const before = await database.db.$count(auditRuns);
    for (const path of ['/admin/economy', '/admin/economy.data'])
      expect((await reader.get(path)).status).toBe(404);
    expect((await reader.post('/admin/economy', { intent: 'run-audit' })).status).toBe(404);
    expect(await database.db.$count(auditRuns)).toBe(before);
  });
});
