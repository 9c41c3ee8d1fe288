import { Credentials } from 'realm-web';
import { describe, expect, test } from 'vitest';
import type { Mail } from '#domain/accounts/emails/mailer.ts';
import { sendRequestedEmails } from '#domain/accounts/emails/send-requested-emails.ts';
import { logIn } from '#domain/accounts/sessions/log-in.ts';
import { useDatabase } from '../fixtures/database.ts';
import { findAccount, newEmail, password } from './email-accounts.ts';
import { errorOf, mailedToken, readMarket, useRealmApp } from './realm-app.ts';

const database = useDatabase();
const startRealmApp = useRealmApp(database);

describe('a registration by email', () => {
  test('creates an account with a generated username that can also log in on the web', async () => {
    // The second generated name is the same as the first one.
    const draws = [...Array(12).fill(0), ...Array(6).fill(1)];
    const fixture = await startRealmApp({ random: { integer: () => draws.shift() ?? 2 } });
    const { app } = fixture.openApp();
    for (const [email, username] of [
      ['grace.hopper@example.test', 'playeraaaaaa'],
      ['grace_hopper@example.test', 'playerbbbbbb'],
      [`${'a'.repeat(60)}@example.test`, 'playercccccc'],
    ] as const) {
      await app.emailPasswordAuth.registerUser({ email, password });
      const account = await findAccount(database.db, email);
      expect(account).toMatchObject({ displayUsername: username, name: username });
      const input = { username: account?.username ?? '', password };
      expect((await logIn(fixture.ctx, input)).cookie).toContain('guildhall_session=');
    }
  });

  test('is rejected with the reason when it is invalid', async () => {
    const fixture = await startRealmApp();
    const { app } = fixture.openApp();
    const email = newEmail();
    await app.emailPasswordAuth.registerUser({ email, password });
    const again = app.emailPasswordAuth.registerUser({ email: email.toUpperCase(), password });
    expect(await errorOf(again)).toMatchObject({
      statusCode: 409,
      error: 'name already in use',
      errorCode: 'AccountNameInUse',
    });
    for (const wrong of [
      { email: 'nobody', password },
      { email: newEmail(), password: 'short' },
      { email: 'a\0b@example.test', password },
    ]) {
      expect(await errorOf(app.emailPasswordAuth.registerUser(wrong))).toMatchObject({
        statusCode: 400,
        errorCode: 'BadRequest',
      });
    }
  });

  test('is confirmed once by a mailed link, and a new mail invalidates the first link', async () => {
    const mails: Mail[] = [];
    const send = async (mail: Mail) => void mails.push(mail);
    const fixture = await startRealmApp({ accounts: { mailer: { canDeliver: true, send } } });
    const { app } = fixture.openApp();
    const email = newEmail();
    await app.emailPasswordAuth.registerUser({ email, password });
    await sendRequestedEmails(fixture.ctx);
    const first = mailedToken(mails);
    await app.emailPasswordAuth.retryCustomConfirmation({ email });
    await sendRequestedEmails(fixture.ctx);
    const token = mailedToken(mails);
    const confirm = (link: string) =>
      app.emailPasswordAuth.confirmUser({ token: link, tokenId: 'any' });
    expect(await errorOf(confirm(first))).toMatchObject({ error: 'invalid token data' });
    await confirm(token);
    expect((await findAccount(database.db, email))?.emailVerified).toBe(true);
    expect(await errorOf(confirm(token))).toMatchObject({ statusCode: 400 });
    const before = mails.length;
    await app.emailPasswordAuth.resendConfirmationEmail({ email });
    await app.emailPasswordAuth.resendConfirmationEmail({ email: newEmail() });
    await sendRequestedEmails(fixture.ctx);
    expect(mails).toHaveLength(before);
  });
});

describe('a forgotten password', () => {
  test('is reset by a mailed link, which ends all earlier sessions', async () => {
    const fixture = await startRealmApp();
    const { app } = fixture.openApp();
    const email = newEmail();
    await app.emailPasswordAuth.registerUser({ email, password });
    const user = await app.logIn(Credentials.emailPassword(email, password));
    const { key } = await user.apiKeys.create('robot');
    await app.emailPasswordAuth.sendResetPasswordEmail({ email });
    await sendRequestedEmails(fixture.ctx);
    const token = mailedToken(fixture.ctx.mails);
    const reset = { token, tokenId: 'any', password: 'quite another one' };
    await app.emailPasswordAuth.resetPassword(reset);
    expect(await errorOf(readMarket(user))).toMatchObject({ errorCode: 'InvalidSession' });
    expect(await errorOf(app.emailPasswordAuth.resetPassword(reset))).toMatchObject({
      statusCode: 400,
    });
    const byKey = app.logIn(Credentials.apiKey(key));
    expect(await errorOf(byKey)).toMatchObject({ errorCode: 'InvalidPassword' });
    await app.logIn(Credentials.emailPassword(email, 'quite another one'));
  });

  test('has the same response for an email address without an account', async () => {
    const fixture = await startRealmApp();
    const { app } = fixture.openApp();
    await app.emailPasswordAuth.sendResetPasswordEmail({ email: newEmail() });
    await sendRequestedEmails(fixture.ctx);
    expect(fixture.ctx.mails).toHaveLength(0);
  });

  test('can be requested by a function, which sends a mail and does not change the password', async () => {
    const fixture = await startRealmApp();
    const { app } = fixture.openApp();
    const email = newEmail();
    await app.emailPasswordAuth.registerUser({ email, password });
    const details = { email, password: 'of somebody else' };
    await app.emailPasswordAuth.callResetPasswordFunction(details, 'my cat', 1);
    await app.logIn(Credentials.emailPassword(email, password));
    await sendRequestedEmails(fixture.ctx);
    const token = mailedToken(fixture.ctx.mails);
    await app.emailPasswordAuth.resetPassword({ token, tokenId: 'any', password: 'their own one' });
    await app.logIn(Credentials.emailPassword(email, 'their own one'));
    const by = await errorOf(app.logIn(Credentials.emailPassword(email, details.password)));
    expect(by).toMatchObject({ errorCode: 'InvalidPassword' });
  });
});

describe('a login', () => {
  test('with a wrong password has the same response as for an unknown account', async () => {
    const { app } = (await startRealmApp()).openApp();
    const email = newEmail();
    await app.emailPasswordAuth.registerUser({ email, password });
    const errors = [];
    for (const [name, tried] of [
      [email, 'wrong'],
      [newEmail(), password],
      ['no address', password],
      ['', ''],
      [email, 'x'.repeat(10_000)],
    ] as const) {
      errors.push(await errorOf(app.logIn(Credentials.emailPassword(name, tried))));
    }
    for (const error of errors) {
      const { error: text } = errors[0] ?? error;
      expect(error).toMatchObject({ statusCode: 401, errorCode: 'InvalidPassword', error: text });
    }
  });

  test('with an unknown provider is rejected', async () => {
    const { app } = (await startRealmApp()).openApp();
    for (const credentials of [
      Credentials.jwt('a.b.c'),
      Credentials.function({ name: 'x' }),
      Credentials.google({ idToken: 'x' }),
    ]) {
      expect(await errorOf(app.logIn(credentials))).toMatchObject({ statusCode: 404 });
    }
  });
});

describe('linking a user to an account', () => {
  test('connects an anonymous user to an account without changing its id', async () => {
    const fixture = await startRealmApp();
    const { app, calls } = fixture.openApp();
    const email = newEmail();
    const user = await app.logIn(Credentials.anonymous());
    const { id, refreshToken } = user;
    await app.emailPasswordAuth.registerUser({ email, password });
    await user.linkCredentials(Credentials.emailPassword(email, password));
    expect(user.profile).toMatchObject({ email });
    expect(user.identities).toMatchObject([
      { id, providerType: 'anon-user' },
      { providerType: 'local-userpass' },
    ]);
    await user.apiKeys.create('mine');
    const elsewhere = await fixture.openApp().app.logIn(Credentials.emailPassword(email, password));
    expect(elsewhere.id).toBe(id);

    // The earlier token now belongs to the account: it ends with the logout and is never anonymous again.
    expect(user.refreshToken).toBe(refreshToken);
    await user.logOut();
    expect(calls.at(-1)).toBe('DELETE /auth/session 204');
    const response = await fetch(`${fixture.origin}/api/client/v2.0/auth/session`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${refreshToken}` },
    });
    expect(response.status).toBe(401);
  });

  test('does not loop or log out the user when it is rejected', async () => {
    const fixture = await startRealmApp();
    const { app, calls } = fixture.openApp();
    const email = newEmail();
    await app.emailPasswordAuth.registerUser({ email, password });
    await fixture.openApp().app.logIn(Credentials.emailPassword(email, password));
    const user = await app.logIn(Credentials.anonymous());
    calls.length = 0;
    for (const wrong of [
      Credentials.emailPassword(email, 'wrong'),
      // The account already has an API user.
      Credentials.emailPassword(email, password),
      Credentials.apiKey('no key'),
    ]) {
      expect(await errorOf(user.linkCredentials(wrong))).toMatchObject({
        statusCode: 401,
        errorCode: 'InvalidPassword',
      });
    }
    expect(calls).toHaveLength(3);
    expect(await readMarket(user)).toEqual([]);
    expect(user.identities).toMatchObject([{ providerType: 'anon-user' }]);
  });

  test('succeeds for only one of two anonymous users at the same time', async () => {
    const fixture = await startRealmApp();
    const email = newEmail();
    await fixture.openApp().app.emailPasswordAuth.registerUser({ email, password });
    const anonymous = await Promise.all(
      Array.from({ length: 6 }, () => fixture.openApp().app.logIn(Credentials.anonymous())),
    );
    const credentials = Credentials.emailPassword(email, password);
    const linked = await Promise.allSettled(
      anonymous.map((user) => user.linkCredentials(credentials)),
    );
    expect(linked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of linked) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ statusCode: 401 });
    }
  });
});
