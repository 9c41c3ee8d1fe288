import { randomUUID } from 'node:crypto';
import { and, eq, inArray, ne } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Database } from '#database/client.ts';
import {
  adminLog,
  cards,
  discussions,
  friendships,
  gameGroupPrices,
  games,
  groupMembers,
  groups,
  marketListings,
  marketOrders,
  marketSales,
  notificationsToMail,
  profileComments,
  requestedEmails,
  sessions,
  users,
} from '#database/schema.ts';
import { exampleCommunityConstants } from '#shared/constants/site/example-community.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createCardSets,
  createGame,
  createPlayer,
  createTestCtx,
} from '#test/fixtures/factories.ts';
import { readBalance } from '#test/fixtures/market.ts';
import { withFreshProof } from '#test/fixtures/sign-in.ts';
import { eraseDeletedAccounts } from '../account-deletion/erase-deleted-accounts.ts';
import { retireGuests } from '../account-deletion/retire-guests.ts';
import { requestEmail } from '../accounts/emails/request-email.ts';
import { sendRequestedEmails } from '../accounts/emails/send-requested-emails.ts';
import { startSession } from '../accounts/sessions/start-session.ts';
import { makeResetLink } from '../administration/restore-access-for-owner.ts';
import {
  createSetUpLink,
  offersExampleCommunity,
  setUpSite,
} from '../administration/set-up-site.ts';
import { auditEconomy } from '../audit/audit-economy.ts';
import { getEconomyFigures } from '../audit/economy-figures/get-economy-figures.ts';
import { summarizeEconomy } from '../audit/economy-figures/summarize-economy.ts';
import type { Ctx } from '../context.ts';
import { postDiscussionComment } from '../discussions/comments/post-discussion-comment.ts';
import { buyListing } from '../market/buy-listing.ts';
import { giveRole } from '../moderation/accounts/give-role.ts';
import { makeAdmin } from '../moderation/accounts/make-admin-from-terminal.ts';
import { readExampleCommunity } from '../site/example-community-state.ts';
import { makeOrRemoveExampleCommunity } from './make-or-remove-examples.ts';
import { removeExampleCommunity } from './remove-example-community.ts';

const isExample = eq(users.isExample, true);
const isPresent = and(isExample, ne(users.role, 'guest'));
const noPictures = { drawPictures: async () => [] };

/** What tests do with a site with games. */
function openSite(db: Database) {
  const sent: string[] = [];
  const mailer = { canDeliver: true, send: async ({ to }: { to: string }) => void sent.push(to) };
  const base = createTestCtx(db, { accounts: { mailer } });
  const run = (options = noPictures, ctx: Ctx = base) => makeOrRemoveExampleCommunity(ctx, options);
  const violations = async () => (await auditEconomy({ db })).violations;
  const countPresent = () => db.$count(users, isPresent);
  return { db, base, run, violations, countPresent, sent };
}

/** Its first admin, with a fresh proof. */
async function findAdmin({ db, base }: ReturnType<typeof openSite>) {
  const [row] = await db.select().from(users).where(eq(users.role, 'admin'));
  const actor = { ...(await createPlayer(db)), id: row?.id ?? '', role: 'admin' as const };
  return { ...base, actor: await withFreshProof(base, actor) };
}

/** A new site with games, whose first admin has just chosen whether it begins with examples. */
async function createSite(db: Database, { examples = true } = {}) {
  const site = openSite(db);
  const { base } = site;
  await createCardSets(db);
  for (const ratingsCount of [9_000, 8_000, 7_000, 30, 20, 10]) {
    await createGame(db, { ratingsCount });
  }
  const token = (await createSetUpLink(base)) ?? '';
  const username = `a-${randomUUID().slice(0, 8)}`;
  await setUpSite(base, {
    ...{ token, username, email: `${username}@example.test`, password: 'correct horse' },
    ...{ name: 'Chess Club', registration: 'closed', shopContent: 'all', examples },
  });
  return { ...site, admin: await findAdmin(site) };
}

describe('a new site', () => {
  const database = useDatabase({ isNewForEach: true });

  it('has no examples when its admin chose none, and only a new site can choose', async () => {
    const { db, base, run, countPresent } = await createSite(database.db, { examples: false });
    await run();
    expect(await readExampleCommunity(db)).toBeNull();
    expect(await countPresent()).toBe(0);
    // Its only admin became a player again, so there are links, but it has had players.
    await db.update(users).set({ role: 'player' }).where(eq(users.role, 'admin'));
    expect(await offersExampleCommunity(base)).toBe(false);
  });

  it('begins again after a crash in the middle, and leaves nothing of the earlier attempt', async () => {
    const { db, base, admin, run, violations, countPresent } = await createSite(database.db);
    let steps = 0;
    const crashing = {
      ...base,
      random: {
        integer(below: number) {
          steps += 1;
          if (steps > 400) throw new Error('The node is killed.');
          return base.random.integer(below);
        },
      },
    };
    await run(noPictures, crashing);
    expect(await countPresent()).toBeGreaterThan(0);
    expect(await readExampleCommunity(db)).toBe('making');
    await expect(removeExampleCommunity(admin)).rejects.toMatchObject({
      code: 'no-example-community',
    });
    base.testClock.advance(2 * 60_000);
    await run();
    expect(await readExampleCommunity(db)).toBe('made');
    expect(await countPresent()).toBe(exampleCommunityConstants.players);
    expect(await violations()).toEqual([]);
  });

  it('is without examples after three failed attempts, and can clear that away', async () => {
    const { db, base, admin, run, countPresent } = await createSite(database.db);
    const broken = { drawPictures: async () => Promise.reject(new Error('No pictures.')) };
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await run(broken);
      base.testClock.advance(2 * 60_000);
    }
    expect(await readExampleCommunity(db)).toBe('failed');
    expect(await countPresent()).toBe(0);
    await removeExampleCommunity(admin);
    await run();
    expect(await readExampleCommunity(db)).toBe('removed');
  });
});

describe('a site with examples', () => {
  // Making them takes seconds. Several nodes do it at the same time.
  const database = useDatabase({
    isNewForEach: true,
    async prepare(db) {
      const { run } = await createSite(db);
      await Promise.all([run(), run(), run(), run()]);
      await run();
    },
  });

  async function openMadeSite() {
    const site = openSite(database.db);
    return { ...site, admin: await findAdmin(site) };
  }

  it('gets players once, who trade, write and know each other, within the rules of the economy', async () => {
    const { db, base, violations } = await openMadeSite();
    expect(await readExampleCommunity(db)).toBe('made');
    const players = await db.select().from(users).where(isPresent);
    expect(players).toHaveLength(exampleCommunityConstants.players);
    const ids = players.map(({ id }) => id);
    expect(await db.$count(cards, inArray(cards.ownerId, ids))).toBeGreaterThan(50);
    expect(await db.$count(marketSales, inArray(marketSales.sellerId, ids))).toBeGreaterThan(10);
    const listed = inArray(marketListings.sellerId, ids);
    expect(await db.$count(marketListings, listed)).toBeGreaterThan(5);
    const ordered = and(inArray(marketOrders.buyerId, ids), eq(marketOrders.state, 'open'));
    expect(await db.$count(marketOrders, ordered)).toBeGreaterThan(3);
    expect(await db.$count(discussions, inArray(discussions.authorId, ids))).toBe(6);
    const written = await db.$count(profileComments, inArray(profileComments.authorId, ids));
    expect(written).toBeGreaterThan(3);
    expect(await db.$count(friendships, inArray(friendships.lowId, ids))).toBeGreaterThan(7);
    const [group] = await db.select().from(groups);
    expect(await db.$count(groupMembers, eq(groupMembers.groupId, group?.id ?? ''))).toBe(6);
    expect(await db.select().from(gameGroupPrices)).toMatchObject([{ groupId: group?.id }]);
    expect(await db.$count(games, eq(games.isForGroups, true))).toBe(1);
    // Everything was before now.
    const newest = await db.query.ledgerEntries.findFirst({
      orderBy: (entry, { desc }) => desc(entry.createdAt),
    });
    expect(newest && newest.createdAt < base.clock.now()).toBe(true);
    expect(await violations()).toEqual([]);
  });

  it('has players who get no session, no role, no link and no mail', async () => {
    const { db, base, admin, sent } = await openMadeSite();
    const [player] = await db.select().from(users).where(isPresent);
    if (!player) throw new Error('There is no example player.');
    const { username, email, id } = player;
    await expect(startSession(base, id, { method: 'password' })).rejects.toMatchObject({
      code: 'example-account',
    });
    const reason = 'A test.';
    for (const act of [
      () => makeResetLink(admin, { username, reason }),
      () => giveRole(admin, { username, role: 'moderator', reason }),
      () => makeAdmin(base, { username }),
    ]) {
      await expect(act()).rejects.toMatchObject({ code: 'example-account' });
    }
    await requestEmail(base, 'reset', email);
    await requestEmail(base, 'confirm', email);
    await sendRequestedEmails(base);
    expect(sent).not.toContain(email);
    expect(await db.$count(requestedEmails)).toBe(0);
    expect(await db.$count(notificationsToMail, eq(notificationsToMail.userId, id))).toBe(0);
    const own = inArray(sessions.userId, db.select({ id: users.id }).from(users).where(isExample));
    expect(await db.$count(sessions, own)).toBe(0);
  });

  it('has players who do not count among the new players of the figures', async () => {
    const { base, admin } = await openMadeSite();
    await summarizeEconomy(base);
    const { players } = await getEconomyFigures(admin, { period: '30-days' });
    const created = players.reduce((sum, day) => sum + (day?.created ?? 0), 0);
    expect(created).toBeLessThanOrEqual(1);
  });

  describe('when they are removed', () => {
    it('leaves real players what they bought, ends the rest, and keeps the economy exact', async () => {
      const { db, base, admin, run, violations, countPresent } = await openMadeSite();
      const buyer = { ...base, actor: await createPlayer(db, { balance: 100_00 }) };
      const [listing] = await db.select().from(marketListings);
      await buyListing(buyer, { itemId: listing?.id ?? '', key: randomUUID() });
      const balance = await readBalance(db, buyer.actor);
      const [answered] = await db.select().from(discussions);
      const discussionId = answered?.id ?? '';
      await postDiscussionComment(buyer, { discussionId, text: 'Hello?', key: randomUUID() });

      await removeExampleCommunity(admin);
      expect(await readExampleCommunity(db)).toBe('removing');
      await run();
      expect(await readExampleCommunity(db)).toBe('removed');
      expect(await countPresent()).toBe(0);
      expect(await violations()).toEqual([]);
      expect(await db.$count(groups)).toBe(0);
      expect(await db.$count(games, eq(games.isForGroups, true))).toBe(0);
      expect(await db.$count(marketListings)).toBe(0);
      expect(await db.$count(marketOrders, eq(marketOrders.state, 'open'))).toBe(0);
      expect(await db.$count(cards, eq(cards.ownerId, buyer.actor.id))).toBe(1);
      expect(await readBalance(db, buyer.actor)).toBe(balance);
      // Only the discussion with an answer of a real player is left, without its text.
      await eraseDeletedAccounts(base);
      const left = await db.select().from(discussions);
      expect(left.map(({ id }) => id)).toEqual([discussionId]);
      expect(left[0]?.content).not.toBe(answered?.content);
      // The job of the night.
      base.testClock.advance(24 * 60 * 60_000);
      await retireGuests(base);
      const former = db.select({ id: users.id }).from(users).where(isExample);
      const isHeld = and(inArray(cards.ownerId, former), eq(cards.state, 'held'));
      expect(await db.$count(cards, isHeld)).toBe(0);
      expect(await violations()).toEqual([]);
      const isLogged = eq(adminLog.act, 'remove-examples');
      expect(await db.$count(adminLog, isLogged)).toBe(1);
      await db.delete(adminLog).where(isLogged);
    });

    it('needs an admin, a fresh proof and examples, and begins once', async () => {
      const { db, base, admin, run } = await openMadeSite();
      const remove = (ctx: Ctx) =>
        removeExampleCommunity(ctx).then(
          () => 'done',
          ({ code }) => code,
        );
      expect(await remove({ ...base, actor: null })).toBe('login-required');
      const moderator = await createPlayer(db, { role: 'moderator' });
      expect(await remove({ ...base, actor: moderator })).toBe('admins-only');
      base.testClock.advance(60 * 60_000);
      expect(await remove(admin)).toBe('proof-required');
      const proven = { ...base, actor: await withFreshProof(base, admin.actor) };
      const outcomes = await Promise.all([remove(proven), remove(proven), remove(proven)]);
      expect(outcomes.toSorted()).toEqual(['done', 'no-example-community', 'no-example-community']);
      await run();
      expect(await remove(proven)).toBe('no-example-community');
      await db.delete(adminLog).where(eq(adminLog.act, 'remove-examples'));
    });

    it('continues after a crash, and takes a suspended example too', async () => {
      const { db, base, admin, run, violations, countPresent } = await openMadeSite();
      const [suspended] = await db.select().from(users).where(isPresent);
      await db
        .update(users)
        .set({ banned: true })
        .where(eq(users.id, suspended?.id ?? ''));
      await removeExampleCommunity(admin);
      let deleted = 0;
      const crashing = {
        ...base,
        events: {
          publish({ type }: { type: string }) {
            if (type !== 'account-ended') return;
            deleted += 1;
            if (deleted === 5) throw new Error('The node is killed.');
          },
        },
      };
      await run(noPictures, crashing);
      expect(await countPresent()).toBe(exampleCommunityConstants.players - 5);
      base.testClock.advance(2 * 60_000);
      await run();
      expect(await countPresent()).toBe(0);
      expect(await readExampleCommunity(db)).toBe('removed');
      expect(await violations()).toEqual([]);
      await db.delete(adminLog).where(eq(adminLog.act, 'remove-examples'));
    });
  });
});
