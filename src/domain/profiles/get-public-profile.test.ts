import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createCard,
  createCardSets,
  createGame,
  createPlayer,
  createTestCtx,
} from '#test/fixtures/factories.ts';
import { generateRegistration } from '#test/fixtures/registration-form.ts';
import { createGuest } from '../accounts/registration/create-guest.ts';
import { register } from '../accounts/registration/register.ts';
import { logIn } from '../accounts/sessions/log-in.ts';
import { getProfile } from './get-public-profile.ts';

const database = useDatabase();

test('a player is Online to others from the login on', async () => {
  const ctx = createTestCtx(database.db);
  const person = generateRegistration();
  await register(ctx, person);
  expect(await getProfile(ctx, person.username)).toMatchObject({ status: 'Offline' });
  await logIn(ctx, person);
  expect(await getProfile(ctx, person.username)).toMatchObject({ status: 'Online' });
  ctx.testClock.advance(60_000);
  expect(await getProfile(ctx, person.username)).toMatchObject({ status: 'Offline' });
});

test('a guest is Online from its creation on, and again when it registers', async () => {
  const ctx = createTestCtx(database.db, { random: { integer: () => 0 } });
  await createGuest(ctx);
  expect(await getProfile(ctx, 'guest-aaaaaa')).toMatchObject({ status: 'Online' });
  ctx.testClock.advance(60_000);
  const [row] = await database.db.select().from(users).where(eq(users.username, 'guest-aaaaaa'));
  const guest = { ...(await createPlayer(database.db, { role: 'guest' })), id: row?.id ?? '' };
  const person = generateRegistration();
  await register({ ...ctx, actor: guest }, person);
  expect(await getProfile(ctx, person.username)).toMatchObject({ status: 'Online' });
});

test('the own profile shows Online even before the last-seen time is written', async () => {
  const actor = await createPlayer(database.db);
  const ctx = createTestCtx(database.db);
  expect(await getProfile({ ...ctx, actor }, actor.username)).toMatchObject({ status: 'Online' });
  const other = await createPlayer(database.db);
  expect(await getProfile({ ...ctx, actor: other }, actor.username)).toMatchObject({
    status: 'Offline',
  });
});

test('the number of cards counts the held cards', async () => {
  await createCardSets(database.db);
  const { id: ownerId, username } = await createPlayer(database.db);
  const { id: gameId } = await createGame(database.db);
  for (const kindId of ['default-crown', 'default-crown', 'default-dog'])
    await createCard(database.db, { ownerId, gameId, kindId });
  expect(await getProfile(createTestCtx(database.db), username)).toMatchObject({ cards: 3 });
});
