import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '#database/schema.ts';
import { sendRequestedEmails } from '#domain/accounts/emails/send-requested-emails.ts';
import { createApp } from '#server/http/app.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { generateRegistration } from '#test/fixtures/registration-form.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

async function accountOf(username: string) {
  const [row] = await database.db
    .select()
    .from(users)
    .where(eq(users.username, username.toLowerCase()));
  return row;
}

describe('email links', () => {
  test('let a player choose a new password without scripts', async () => {
    const { ctx, visit } = createWeb(database.db);
    const person = generateRegistration();
    await visit().post('/register', person);
    const known = await visit().post('/forgot-password', { email: person.email });
    const unknown = await visit().post('/forgot-password', { email: 'nobody@example.test' });
    expect([known.status, unknown.status]).toEqual([200, 200]);
    expect(await textOf(known)).toBe(await textOf(unknown));
    await sendRequestedEmails(ctx);
    expect(ctx.mails).toHaveLength(1);
    const link = /http:\/\/localhost:3000(\S+)/.exec(ctx.mails[0]?.text ?? '')?.[1] ?? '';

    const visitor = visit();
    const rejected = await visitor.post(link, { token: tokenOf(link), password: 'short' });
    expect(rejected.status).toBe(400);
    expect(await textOf(rejected)).toContain('Use at least 8 characters.');
    const changed = await visitor.post(link, { token: tokenOf(link), password: 'another one' });
    expect(await textOf(changed)).toContain('Log in with your new password.');
    const again = await visitor.post(link, { token: tokenOf(link), password: 'yet another' });
    expect(again.status).toBe(400);
    expect(await textOf(again)).toContain('This link has expired or was used before.');
    expect((await visit().post('/login', { ...person })).status).toBe(401);
    expect((await visit().post('/login', { ...person, password: 'another one' })).status).toBe(302);
  });

  test('start with the configured origin, not with the host of the request', async () => {
    const { ctx, services, visit } = createWeb(database.db);
    const person = generateRegistration();
    await visit().post('/register', person);
    const app = createApp(services, { clientDirectory: './build/client', ready: () => true });
    const foreignOrigin = 'http://evil.example';
    await app.fetch(
      new Request(`${foreignOrigin}/forgot-password`, {
        method: 'POST',
        body: new URLSearchParams({ email: person.email }),
        headers: {
          Origin: foreignOrigin,
          Host: 'evil.example',
          'X-Forwarded-Host': 'evil.example',
        },
      }),
    );
    await sendRequestedEmails(ctx);
    expect(ctx.mails).toHaveLength(1);
    expect(ctx.mails[0]?.text).toContain('http://localhost:3000/reset-password?token=');
    expect(ctx.mails[0]?.text).not.toContain('evil.example');
  });

  test('confirm an email address only when the button is pressed', async () => {
    const mails: string[] = [];
    const { visit, ctx } = createWeb(database.db, {
      accounts: { mailer: { canDeliver: true, send: async ({ text }) => void mails.push(text) } },
    });
    const person = generateRegistration();
    await visit().post('/register', person);
    await sendRequestedEmails(ctx);
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
