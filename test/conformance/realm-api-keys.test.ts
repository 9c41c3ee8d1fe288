import { Credentials } from 'realm-web';
import { describe, expect, test } from 'vitest';
import { proofConstants } from '#shared/constants/accounts/sessions.ts';
import { useDatabase } from '../fixtures/database.ts';
import { findAccount, newEmail, password } from './email-accounts.ts';
import { errorOf, readMarket, useRealmApp } from './realm-app.ts';

const database = useDatabase();
const startRealmApp = useRealmApp(database);

describe('an API key', () => {
  test('is shown once, logs in to its account, and can be disabled, enabled and deleted', async () => {
    const fixture = await startRealmApp();
    const { app } = fixture.openApp();
    const email = newEmail();
    await app.emailPasswordAuth.registerUser({ email, password });
    const user = await app.logIn(Credentials.emailPassword(email, password));
    const made = await user.apiKeys.create('robot');
    expect(made).toMatchObject({ _id: expect.any(String), name: 'robot', disabled: false });
    const shown = { _id: made._id, name: 'robot', disabled: false };
    expect(await user.apiKeys.fetchAll()).toEqual([shown]);
    expect(await user.apiKeys.fetch(made._id)).toEqual(shown);

    const robot = await fixture.openApp().app.logIn(Credentials.apiKey(made.key));
    expect(robot.id).toBe(user.id);
    await user.apiKeys.disable(made._id);
    expect(await user.apiKeys.fetch(made._id)).toMatchObject({ disabled: true });
    expect(await errorOf(readMarket(robot))).toMatchObject({ errorCode: 'InvalidSession' });
    const disabled = fixture.openApp().app.logIn(Credentials.apiKey(made.key));
    expect(await errorOf(disabled)).toMatchObject({ statusCode: 401 });

    await user.apiKeys.enable(made._id);
    const again = await fixture.openApp().app.logIn(Credentials.apiKey(made.key));
    await user.apiKeys.delete(made._id);
    expect(await errorOf(readMarket(again))).toMatchObject({ errorCode: 'InvalidSession' });
    expect(await errorOf(user.apiKeys.fetch(made._id))).toMatchObject({
      statusCode: 404,
      errorCode: 'APIKeyNotFound',
    });
    expect(await readMarket(user)).toEqual([]);
  });

  test('of another account is not found, and an account has at most twenty keys', async () => {
    const fixture = await startRealmApp();
    const [one, other] = await Promise.all(
      [newEmail(), newEmail()].map(async (email) => {
        const { app } = fixture.openApp();
        await app.emailPasswordAuth.registerUser({ email, password });
        return app.logIn(Credentials.emailPassword(email, password));
      }),
    );
    if (!one || !other) throw new Error('A user is missing.');
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

  test('allows reading the keys, but not changing them or deleting the account', async () => {
    const fixture = await startRealmApp();
    const { app } = fixture.openApp();
    const email = newEmail();
    await app.emailPasswordAuth.registerUser({ email, password });
    const user = await app.logIn(Credentials.emailPassword(email, password));
    const stolen = await user.apiKeys.create('robot');
    const { _id } = await user.apiKeys.create('other');
    await user.apiKeys.disable(_id);
    const byKey = fixture.openApp().app;
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
    expect(await findAccount(database.db, email)).toMatchObject({ banned: false });
  });

  test('is created and enabled only within ten minutes of a login with the password', async () => {
    const fixture = await startRealmApp();
    const { app, calls } = fixture.openApp();
    const email = newEmail();
    await app.emailPasswordAuth.registerUser({ email, password });
    const user = await app.logIn(Credentials.emailPassword(email, password));
    const { _id } = await user.apiKeys.create('robot');
    fixture.ctx.testClock.advance(proofConstants.freshMs - 1);
    await user.apiKeys.create('second');
    fixture.ctx.testClock.advance(1);
    // A new access token is no login.
    await user.refreshAccessToken();
    await user.apiKeys.disable(_id);
    calls.length = 0;
    for (const tried of [() => user.apiKeys.create('more'), () => user.apiKeys.enable(_id)]) {
      expect(await errorOf(tried())).toMatchObject({
        statusCode: 403,
        errorCode: 'AuthError',
        error: 'This needs a login with the password in the last ten minutes. Log in again.',
      });
    }
    expect(calls).toHaveLength(2);
    expect(await user.apiKeys.fetchAll()).toMatchObject([
      { name: 'robot', disabled: true },
      { name: 'second', disabled: false },
    ]);

    const again = await app.logIn(Credentials.emailPassword(email, password));
    await again.apiKeys.enable(_id);
    fixture.ctx.testClock.advance(proofConstants.freshMs);
    await again.apiKeys.delete(_id);
    expect(await again.apiKeys.fetchAll()).toMatchObject([{ name: 'second' }]);
  });

  test('is created by an old anonymous session after it was linked with the password', async () => {
    const fixture = await startRealmApp();
    const { app } = fixture.openApp();
    const email = newEmail();
    await app.emailPasswordAuth.registerUser({ email, password });
    const username = (await findAccount(database.db, email))?.username;
    const user = await app.logIn(Credentials.anonymous());
    // This writes the row of the session.
    await user.functions.callFunction('loginUser', { username, password });
    fixture.ctx.testClock.advance(proofConstants.freshMs);
    await user.linkCredentials(Credentials.emailPassword(email, password));
    await user.apiKeys.create('mine');
    fixture.ctx.testClock.advance(proofConstants.freshMs);
    expect(await errorOf(user.apiKeys.create('more'))).toMatchObject({ errorCode: 'AuthError' });
  });

  test('cannot be created by an anonymous user', async () => {
    const { app } = (await startRealmApp()).openApp();
    const user = await app.logIn(Credentials.anonymous());
    expect(await errorOf(user.apiKeys.create('mine'))).toMatchObject({ statusCode: 403 });
    expect(user.isLoggedIn).toBe(true);
  });
});
