import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '#database/schema.ts';
import { sendRequestedMails } from '#domain/accounts/emails/send-requested-emails.ts';
import { createApp } from '#server/http/app.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { newcomer } from '#test/fixtures/new-account.ts';
import { createWeb, textOf } from '#test/fixtures/web.ts';

const database = useDatabase();

async function accountOf(username: string) {
  const [row] = await database.db
    .select()
    .from(users)
    .where(eq(users.username, username.toLowerCase()));
  return row;
}

describe('mailed links', () => {
  test('lead through a new password without script', async () => {
    const { ctx, visit } = createWeb(database.db);
    const person = newcomer();
    await visit().post('/register', person);
    const asked = await visit().post('/forgot-password', { email: person.email });
    const stranger = await visit().post('/forgot-password', { email: 'nobody@example.test' });
    expect([asked.status, stranger.status]).toEqual([200, 200]);
    expect(await textOf(asked)).toBe(await textOf(stranger));
    await sendRequestedMails(ctx);
    expect(ctx.mails).toHaveLength(1);
    const link = /http:\/\/localhost:3000(\S+)/.exec(ctx.mails[0]?.text ?? '')?.[1] ?? '';

    const visitor = visit();
    const short = await visitor.post(link, { token: tokenOf(link), password: 'short' });
    expect(short.status).toBe(400);
    expect(await textOf(short)).toContain('Use at least 8 characters.');
    const changed = await visitor.post(link, { token: tokenOf(link), password: 'another one' });
    expect(await textOf(changed)).toContain('Log in with your new password.');
    const again = await visitor.post(link, { token: tokenOf(link), password: 'yet another' });
    expect(again.status).toBe(400);
    expect(await textOf(again)).toContain('This link has expired or was used before.');
    expect((await visit().post('/login', { ...person })).status).toBe(401);
    expect((await visit().post('/login', { ...person, password: 'another one' })).status).toBe(302);
  });

  test('lead to the public address, whatever host the request names', async () => {
    const { ctx, services, visit } = createWeb(database.db);
    const person = newcomer();
    await visit().post('/register', person);
    const app = createApp(services, { clientDirectory: './build/client', ready: () => true });
    const evil = 'http://evil.example';
    await app.fetch(
      new Request(`${evil}/forgot-password`, {
        method: 'POST',
        body: new URLSearchParams({ email: person.email }),
        headers: { Origin: evil, Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' },
      }),
    );
    await sendRequestedMails(ctx);
    expect(ctx.mails).toHaveLength(1);
    expect(ctx.mails[0]?.text).toContain('http://localhost:3000/reset-password?token=');
    expect(ctx.mails[0]?.text).not.toContain('evil.example');
  });

  test('confirm an address only when the button is pressed', async () => {
    const mails: string[] = [];
    const { visit, ctx } = createWeb(database.db, {
      mailer: { delivers: true, send: async ({ text }) => void mails.push(text) },
    });
    const person = newcomer();
    await visit().post('/register', person);
    await sendRequestedMails(ctx);
    const link = /http:\/\/localhost:3000(\S+)/.exec(mails[0] ?? '')?.[1] ?? '';
    await visit().get(link);
    expect(await accountOf(person.username)).toMatchObject({ emailVerified: false });
    const confirmed = await visit().post(link, { token: tokenOf(link) });
    expect(await textOf(confirmed)).toContain('Your email is confirmed.');
    expect(await accountOf(person.username)).toMatchObject({ emailVerified: true });
    const again = await visit().post(link, { token: tokenOf(link) });
    expect(again.status).toBe(400);
  });

  function tokenOf(link: string): string {
    return new URL(link, 'http://localhost').searchParams.get('token') ?? '';
  }
});
