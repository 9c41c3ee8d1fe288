// Passwords: cspell:ignore brûlée brulee qwertyuiop iloveyou
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accounts } from '#database/schema.ts';
import { passwordConstants } from '#shared/constants/accounts/credentials.ts';
import { registerInput } from '#shared/schemas/accounts/accounts.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createTestCtx } from '#test/fixtures/factories.ts';
import { actAs, registerPlayer } from '#test/fixtures/registered-player.ts';
import { generateRegistration } from '#test/fixtures/registration-form.ts';
import { createEmailLinkToken } from '../emails/email-link.ts';
import { register } from '../registration/register.ts';
import { logIn } from '../sessions/log-in.ts';
import { changePassword } from './change-password.ts';
import { resetPassword } from './reset-password.ts';

const database = useDatabase();
/** The same text with each accented letter as one character, and as a letter with a combining accent. */
const composed = 'crème brûlée'.normalize('NFC');
const decomposed = composed.normalize('NFD');

test.each(['password', 'PASSWORD1', 'qwertyuiop', 'iloveyou1'])(
  'the common password %s is refused in every form',
  async (password) => {
    const { ctx, person } = await registerPlayer(database.db);
    const expected = {
      code: 'common-password',
      details: { fields: { password: expect.any(String) } },
    };
    await expect(
      register(createTestCtx(database.db), { ...generateRegistration(), password }),
    ).rejects.toMatchObject(expected);
    await expect(
      changePassword(ctx, { currentPassword: person.password, password }),
    ).rejects.toMatchObject(expected);
    const token = await createEmailLinkToken(ctx.db, 'reset', ctx.actor.id, ctx.clock.now());
    await expect(resetPassword(ctx, { token, password })).rejects.toMatchObject(expected);
    // The link can still be used.
    await resetPassword(ctx, { token, password: 'battery staple' });
    await logIn(ctx, { ...person, password: 'battery staple' });
  },
);

test('the username, the email and the name of the site are refused as passwords', async () => {
  const { ctx, person } = await registerPlayer(database.db);
  for (const password of [person.username.toUpperCase(), ` ${person.email}`, 'GuildHall']) {
    await expect(changePassword(ctx, { password }), password).rejects.toMatchObject({
      code: 'personal-password',
    });
  }
  const newcomer = generateRegistration();
  const visitor = createTestCtx(database.db);
  await expect(
    register(visitor, { ...newcomer, password: newcomer.username }),
  ).rejects.toMatchObject({ code: 'personal-password' });
  await changePassword(ctx, { password: `${person.username} and more` });
});

test('a password is the same with composed and with combining accents', async () => {
  for (const [chosen, typed] of [
    [composed, decomposed],
    [decomposed, composed],
  ] as const) {
    const { visitor, person } = await registerPlayer(database.db, { password: chosen });
    await logIn(visitor, { ...person, password: typed });
    await logIn(visitor, person);
  }
});

test('the length of a password is that of its composed letters', async () => {
  const short = 'é'.repeat(passwordConstants.min - 1).normalize('NFD');
  expect(registerInput.safeParse({ ...generateRegistration(), password: short }).success).toBe(
    false,
  );
  const long = 'é'.repeat(passwordConstants.max);
  const { visitor, person } = await registerPlayer(database.db, { password: long });
  await logIn(visitor, { ...person, password: long.normalize('NFD') });
});

test('a password that an earlier version hashed as it was typed still works', async () => {
  const { ctx, visitor, person } = await registerPlayer(database.db);
  const hash = await ctx.accounts.hasher.hash(decomposed, { address: '', account: '' });
  await ctx.db.update(accounts).set({ password: hash }).where(eq(accounts.userId, ctx.actor.id));
  const { cookie } = await logIn(visitor, { ...person, password: decomposed });
  expect((await actAs(visitor, cookie)).actor.id).toBe(ctx.actor.id);
  await expect(logIn(visitor, { ...person, password: 'creme brulee' })).rejects.toMatchObject({
    code: 'wrong-credentials',
  });
});
