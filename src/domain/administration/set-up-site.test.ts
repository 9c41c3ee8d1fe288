import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { moderationLog, setUpLinks, siteSettings, users } from '#database/schema.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { rateLimits } from '#shared/constants/server/rate-limits.ts';
import { setUpConstants } from '#shared/constants/site/site-settings.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { withFreshProof } from '#test/fixtures/sign-in.ts';
import { register } from '../accounts/registration/register.ts';
import { readSiteSettings } from '../site/read-site-settings.ts';
import { changeSiteSetting } from './change-site-setting.ts';
import { createSetUpLink, isSetUpLinkValid, setUpSite } from './set-up-site.ts';

const database = useDatabase();
const isAdmin = eq(users.role, 'admin');

beforeEach(async () => {
  await database.db.update(users).set({ role: 'player' }).where(isAdmin);
  await database.db.delete(setUpLinks);
  await database.db.delete(siteSettings);
});

const createVisitor = () => ({ ...createTestCtx(database.db), actor: null });

async function createLink(): Promise<string> {
  const token = await createSetUpLink(createVisitor());
  if (token === null) throw new Error('There is an admin.');
  return token;
}

function generateInput(token: string) {
  const username = `p-${randomUUID().slice(0, 8)}`;
  return {
    token,
    username,
    email: `${username}@example.test`,
    password: 'correct horse',
    name: 'Chess Club',
    registration: 'invitation' as const,
    shopContent: 'own' as const,
    examples: false,
  };
}

describe('a set-up link', () => {
  it('makes an admin, names the site and sets who can register, once', async () => {
    const token = await createLink();
    const ctx = createVisitor();
    const input = generateInput(token);
    expect(await setUpSite(ctx, input)).toContain('session=');

    const [admin] = await database.db.select().from(users).where(isAdmin);
    expect(admin).toMatchObject({ username: input.username, emailVerified: true });
    expect(await readSiteSettings(database.db)).toMatchObject({
      name: 'Chess Club',
      registration: 'invitation',
    });
    const logged = eq(moderationLog.targetId, admin?.id ?? '');
    expect(await database.db.$count(moderationLog, logged)).toBe(1);

    await expect(setUpSite(ctx, generateInput(token))).rejects.toMatchObject({
      code: 'bad-set-up-link',
    });
    expect(await database.db.$count(users, isAdmin)).toBe(1);
    expect(await createSetUpLink(ctx)).toBeNull();
  });

  it.each([
    ['one link is', async () => Array.from({ length: 6 }).fill(await createLink()) as string[]],
    ['links of several nodes are', () => Promise.all(Array.from({ length: 6 }, createLink))],
  ])('makes one admin when %s used several times at once', async (_, createLinks) => {
    const tokens = await createLinks();
    const results = await Promise.allSettled(
      tokens.map((token) => setUpSite(createVisitor(), generateInput(token))),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'bad-set-up-link' });
    }
    expect(await database.db.$count(users, isAdmin)).toBe(1);
    expect(await database.db.$count(setUpLinks)).toBe(0);
  });

  it('is refused when somebody became an admin in another way', async () => {
    const token = await createLink();
    await createPlayer(database.db, { role: 'admin' });
    expect(await isSetUpLinkValid(createVisitor(), token)).toBe(false);
    await expect(setUpSite(createVisitor(), generateInput(token))).rejects.toMatchObject({
      code: 'bad-set-up-link',
    });
    expect(await database.db.$count(users, isAdmin)).toBe(1);
    expect(await createSetUpLink(createVisitor())).toBeNull();
    expect(await database.db.$count(setUpLinks)).toBe(0);
  });

  it('ends after 24 hours', async () => {
    const token = await createLink();
    const now = createVisitor().clock.now().getTime();
    const at = (ms: number) => ({ ...createVisitor(), clock: { now: () => new Date(now + ms) } });
    expect(await isSetUpLinkValid(at(setUpConstants.linkMs - 1), token)).toBe(true);
    expect(await isSetUpLinkValid(at(setUpConstants.linkMs), token)).toBe(false);
    await expect(setUpSite(at(setUpConstants.linkMs), generateInput(token))).rejects.toMatchObject({
      code: 'bad-set-up-link',
    });
  });

  it('works on a site where nobody can register, and stays when the username is taken', async () => {
    const admin = await createPlayer(database.db, { role: 'admin' });
    const ctx = createTestCtx(database.db);
    await changeSiteSetting(
      { ...ctx, actor: await withFreshProof(ctx, admin) },
      { key: 'registration', value: 'closed' },
    );
    await database.db.update(users).set({ role: 'player' }).where(isAdmin);
    const token = await createLink();
    const taken = { ...generateInput(token), username: admin.username };
    await expect(setUpSite(createVisitor(), taken)).rejects.toMatchObject({
      code: 'username-taken',
    });
    const input = generateInput(token);
    await setUpSite(createVisitor(), input);
    expect(await database.db.$count(users, isAdmin)).toBe(1);
    await expect(register(createVisitor(), generateInput(''))).rejects.toMatchObject({
      code: 'invitation-needed',
    });
  });

  it('is stored as a hash, and only the newest ones are', async () => {
    const first = await createLink();
    const tokens = [];
    for (let made = 0; made < setUpConstants.linksMax; made += 1) tokens.push(await createLink());
    const stored = await database.db.select().from(setUpLinks);
    expect(stored).toHaveLength(setUpConstants.linksMax);
    for (const { hash } of stored) expect([first, ...tokens]).not.toContain(hash);
  });

  it('cannot be guessed: an IP address has a limited number of attempts', async () => {
    await createLink();
    const ctx = { ...createVisitor(), rateLimiter: createRateLimiter() };
    for (let tried = 0; tried < rateLimits['set-up-by-address'].points; tried += 1) {
      expect(await isSetUpLinkValid(ctx, `guess-${tried}`)).toBe(false);
    }
    for (const attempt of [
      () => isSetUpLinkValid(ctx, 'guess'),
      () => setUpSite(ctx, generateInput('guess')),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'rate-limited' });
    }
  });
});
