import { eq } from 'drizzle-orm';
import { Credentials, type User } from 'realm-web';
import { describe, expect, test } from 'vitest';
import { users } from '#database/schema.ts';
import type { Mail } from '#domain/accounts/emails/mailer.ts';
import { sendRequestedMails } from '#domain/accounts/emails/send-requested-emails.ts';
import { logIn } from '#domain/accounts/sessions/log-in.ts';
import { useDatabase } from '../fixtures/database.ts';
import { errorOf, mailedToken, useRealmApp } from './realm-app.ts';

const database = useDatabase();
const appScene = useRealmApp(database);
const password = 'a long password';

let people = 0;
function newEmail(): string {
  people += 1;
  return `bea.${people}@example.test`;
}

async function accountOf(email: string) {
  const [user] = await database.db.select().from(users).where(eq(users.email, email));
  return user;
}

const readMarket = (user: User) => user.functions.callFunction('getAllMarketItems');

describe('a registration by email', () => {
  test('makes an account whose username says nothing of the address, and logs in on the web, too', async () => {
    // The second name that is drawn is the first one again.
    const draws = [...Array(12).fill(0), ...Array(6).fill(1)];
    const scene = await appScene({ random: { integer: () => draws.shift() ?? 2 } });
    const { app } = scene.openApp();
    for (const [email, username] of [
      ['grace.hopper@example.test', 'playeraaaaaa'],
      ['grace_hopper@example.test', 'playerbbbbbb'],
      [`${'a'.repeat(60)}@example.test`, 'playercccccc'],
    ] as const) {
      await app.emailPasswordAuth.registerUser({ email, password });
      const account = await accountOf(email);
      expect(account).toMatchObject({ displayUsername: username, name: username });
      const input = { username: account?.username ?? '', password };
      expect(await logIn(scene.ctx, input)).toContain('guildhall_session=');
    }
  });

  test('says what is wrong with it', async () => {
    const scene = await appScene();
    const { app } = scene.openApp();
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

  test('is confirmed by a mailed link, once, and asking again makes the first worthless', async () => {
    const mails: Mail[] = [];
    const send = async (mail: Mail) => void mails.push(mail);
    const scene = await appScene({ mailer: { delivers: true, send } });
    const { app } = scene.openApp();
    const email = newEmail();
    await app.emailPasswordAuth.registerUser({ email, password });
    await sendRequestedMails(scene.ctx);
    const first = mailedToken(mails);
    await app.emailPasswordAuth.retryCustomConfirmation({ email });
    await sendRequestedMails(scene.ctx);
    const token = mailedToken(mails);
    const confirm = (link: string) =>
      app.emailPasswordAuth.confirmUser({ token: link, tokenId: 'any' });
    expect(await errorOf(confirm(first))).toMatchObject({ error: 'invalid token data' });
    await confirm(token);
    expect((await accountOf(email))?.emailVerified).toBe(true);
    expect(await errorOf(confirm(token))).toMatchObject({ statusCode: 400 });
    const before = mails.length;
    await app.emailPasswordAuth.resendConfirmationEmail({ email });
    await app.emailPasswordAuth.resendConfirmationEmail({ email: newEmail() });
    await sendRequestedMails(scene.ctx);
    expect(mails).toHaveLength(before);
  });
});

describe('a forgotten password', () => {
  test('is set anew by a mailed link, and every session of before ends', async () => {
    const scene = await appScene();
    const { app } = scene.openApp();
    const email = newEmail();
    await app.emailPasswordAuth.registerUser({ email, password });
    const user = await app.logIn(Credentials.emailPassword(email, password));
    const { key } = await user.apiKeys.create('robot');
    await app.emailPasswordAuth.sendResetPasswordEmail({ email });
    await sendRequestedMails(scene.ctx);
    const token = mailedToken(scene.ctx.mails);
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

  test('is answered alike for an address without an account', async () => {
    const scene = await appScene();
    const { app } = scene.openApp();
    await app.emailPasswordAuth.sendResetPasswordEmail({ email: newEmail() });
    await sendRequestedMails(scene.ctx);
    expect(scene.ctx.mails).toHaveLength(0);
  });

  test('is mailed about by the call of a function too, which sets nothing by itself', async () => {
    const scene = await appScene();
    const { app } = scene.openApp();
    const email = newEmail();
    await app.emailPasswordAuth.registerUser({ email, password });
    const details = { email, password: 'of somebody else' };
    await app.emailPasswordAuth.callResetPasswordFunction(details, 'my cat', 1);
    await app.logIn(Credentials.emailPassword(email, password));
    await sendRequestedMails(scene.ctx);
    const token = mailedToken(scene.ctx.mails);
    await app.emailPasswordAuth.resetPassword({ token, tokenId: 'any', password: 'their own one' });
    await app.logIn(Credentials.emailPassword(email, 'their own one'));
    const by = await errorOf(app.logIn(Credentials.emailPassword(email, details.password)));
    expect(by).toMatchObject({ errorCode: 'InvalidPassword' });
  });
});

describe('a login', () => {
  test('with a wrong password is answered as one of nobody', async () => {
    const { app } = (await appScene()).openApp();
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

  test('by a provider that we have not is refused', async () => {
    const { app } = (await appScene()).openApp();
    for (const credentials of [
      Credentials.jwt('a.b.c'),
      Credentials.function({ name: 'x' }),
      Credentials.google({ idToken: 'x' }),
    ]) {
      expect(await errorOf(app.logIn(credentials))).toMatchObject({ statusCode: 404 });
    }
  });
});

describe('a link', () => {
  test('lets an anonymous user stand for an account, and keep its id', async () => {
    const scene = await appScene();
    const { app, calls } = scene.openApp();
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
    const elsewhere = await scene.openApp().app.logIn(Credentials.emailPassword(email, password));
    expect(elsewhere.id).toBe(id);

    // The token of before is one of the account now: it ends with the log-out, and is anonymous never again.
    expect(user.refreshToken).toBe(refreshToken);
    await user.logOut();
    expect(calls.at(-1)).toBe('DELETE /auth/session 204');
    const response = await fetch(`${scene.origin}/api/client/v2.0/auth/session`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${refreshToken}` },
    });
    expect(response.status).toBe(401);
  });

  test('that is refused neither loops nor logs anybody out', async () => {
    const scene = await appScene();
    const { app, calls } = scene.openApp();
    const email = newEmail();
    await app.emailPasswordAuth.registerUser({ email, password });
    await scene.openApp().app.logIn(Credentials.emailPassword(email, password));
    const user = await app.logIn(Credentials.anonymous());
    calls.length = 0;
    for (const wrong of [
      Credentials.emailPassword(email, 'wrong'),
      // The account has an app user already.
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

  test('of two anonymous users to one account at once goes to one', async () => {
    const scene = await appScene();
    const email = newEmail();
    await scene.openApp().app.emailPasswordAuth.registerUser({ email, password });
    const anonymous = await Promise.all(
      Array.from({ length: 6 }, () => scene.openApp().app.logIn(Credentials.anonymous())),
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

describe('an API key', () => {
  test('is seen once, logs in as its account, and can be disabled, enabled and deleted', async () => {
    const scene = await appScene();
    const { app } = scene.openApp();
    const email = newEmail();
    await app.emailPasswordAuth.registerUser({ email, password });
    const user = await app.logIn(Credentials.emailPassword(email, password));
    const made = await user.apiKeys.create('robot');
    expect(made).toMatchObject({ _id: expect.any(String), name: 'robot', disabled: false });
    const shown = { _id: made._id, name: 'robot', disabled: false };
    expect(await user.apiKeys.fetchAll()).toEqual([shown]);
    expect(await user.apiKeys.fetch(made._id)).toEqual(shown);

    const robot = await scene.openApp().app.logIn(Credentials.apiKey(made.key));
    expect(robot.id).toBe(user.id);
    await user.apiKeys.disable(made._id);
    expect(await user.apiKeys.fetch(made._id)).toMatchObject({ disabled: true });
    expect(await errorOf(readMarket(robot))).toMatchObject({ errorCode: 'InvalidSession' });
    const disabled = scene.openApp().app.logIn(Credentials.apiKey(made.key));
    expect(await errorOf(disabled)).toMatchObject({ statusCode: 401 });

    await user.apiKeys.enable(made._id);
    const again = await scene.openApp().app.logIn(Credentials.apiKey(made.key));
    await user.apiKeys.delete(made._id);
    expect(await errorOf(readMarket(again))).toMatchObject({ errorCode: 'InvalidSession' });
    expect(await errorOf(user.apiKeys.fetch(made._id))).toMatchObject({
      statusCode: 404,
      errorCode: 'APIKeyNotFound',
    });
    expect(await readMarket(user)).toEqual([]);
  });

  test('of somebody else is not there, and there are twenty at most, whoever asks at once', async () => {
    const scene = await appScene();
    const [one, other] = await Promise.all(
      [newEmail(), newEmail()].map(async (email) => {
        const { app } = scene.openApp();
        await app.emailPasswordAuth.registerUser({ email, password });
        return app.logIn(Credentials.emailPassword(email, password));
      }),
    );
    if (!one || !other) throw new Error('Nobody is there.');
    const { _id } = await one.apiKeys.create('mine');
    for (const id of [_id, 'x', '%00', `${_id}%00`, "' or true"]) {
      for (const tried of [
        () => other.apiKeys.fetch(id),
        () => other.apiKeys.disable(id),
        () => other.apiKeys.delete(id),
      ]) {
        expect(await errorOf(tried())).toMatchObject({ statusCode: 404 });
      }
    }
    expect(await one.apiKeys.fetch(_id)).toMatchObject({ disabled: false });
    await Promise.allSettled(
      Array.from({ length: 25 }, (_, number) => one.apiKeys.create(`key ${number}`)),
    );
    expect(await one.apiKeys.fetchAll()).toHaveLength(20);
    for (const name of ['', ' ', 'x'.repeat(101), 'a\0b']) {
      expect(await errorOf(other.apiKeys.create(name))).toMatchObject({ statusCode: 400 });
    }
  });

  test('logs in who may look at the keys, but neither change them nor delete the account', async () => {
    const scene = await appScene();
    const { app } = scene.openApp();
    const email = newEmail();
    await app.emailPasswordAuth.registerUser({ email, password });
    const user = await app.logIn(Credentials.emailPassword(email, password));
    const stolen = await user.apiKeys.create('robot');
    const { _id } = await user.apiKeys.create('other');
    await user.apiKeys.disable(_id);
    const byKey = scene.openApp().app;
    const robot = await byKey.logIn(Credentials.apiKey(stolen.key));
    for (const tried of [
      () => robot.apiKeys.create('more'),
      () => robot.apiKeys.enable(_id),
      () => robot.apiKeys.disable(stolen._id),
      () => robot.apiKeys.delete(_id),
      () => byKey.deleteUser(robot),
    ]) {
      expect(await errorOf(tried())).toMatchObject({
        statusCode: 403,
        error: 'A session by an API key cannot do this.',
      });
    }
    expect(await robot.apiKeys.fetchAll()).toHaveLength(2);
    expect(await readMarket(robot)).toEqual([]);
    expect(await user.apiKeys.fetch(_id)).toMatchObject({ disabled: true });
    expect(await accountOf(email)).toMatchObject({ banned: false });
  });

  test('is not had by who is anonymous', async () => {
    const { app } = (await appScene()).openApp();
    const user = await app.logIn(Credentials.anonymous());
    expect(await errorOf(user.apiKeys.create('mine'))).toMatchObject({ statusCode: 403 });
    expect(user.isLoggedIn).toBe(true);
  });
});
