import { randomUUID } from 'node:crypto';
import { getRules } from '../site/current-rules.ts';
import { claimDailyReward } from '../wallet/claim-daily-reward.ts';
import { buy, haveMoney, play } from './acts-of-players.ts';
import { befriend, commentOnProfile } from './befriend-and-write.ts';
import { type Community, type Happening, hourOfDay } from './community-types.ts';
import type { ExamplePlayer } from './example-session.ts';
import type { PlayerPlan } from './plan-players.ts';

/** A player while its history is made. */
interface Life {
  plan: PlayerPlan;
  player: ExamplePlayer;
  owned: number[];
  cards: number;
}

/**
 * The days on which a player is there: it claims the reward, buys games, plays them and finds friends. On the first
 * day it registers.
 */
export function planDaysOfPlayer(
  community: Community,
  plan: PlayerPlan,
  register: () => Promise<ExamplePlayer>,
): Happening[] {
  const { session, players, now } = community;
  let life: Life | null = null;
  return plan.days.map((day, place) => ({
    at: hourOfDay(now, day, session.between(8, 20)),
    async happen() {
      life ??= { plan, player: await register(), owned: [], cards: 0 };
      const { player, owned } = life;
      const daysLeft = plan.days.length - place;
      if (place === 0 || session.chance(0.7)) {
        await session.as(player, () => claimDailyReward(session.ctx, { key: randomUUID() }));
      }
      await shop(community, life, Math.ceil((plan.games - owned.length) / daysLeft));
      await collect(community, life, Math.ceil((plan.cards - life.cards) / daysLeft));
      if (plan.isDemo) community.demo = player;
      else await findFriend(community, player);
      if (place === 0 && !plan.isDemo) players.push(player);
    },
  }));
}

async function shop(
  { session, gameIds }: Community,
  { player, owned, plan }: Life,
  count: number,
): Promise<void> {
  // Some players save money.
  if (session.chance(0.4)) {
    const { gamePriceCents } = await getRules(session.ctx);
    const wanted = count * gamePriceCents + session.integer(30_00);
    await session.as(player, () => haveMoney(session, player, wanted));
  }
  for (let bought = 0; bought < count; bought += 1) {
    const favourite = owned.length < plan.favourites ? gameIds[owned.length] : undefined;
    // Popular games are more likely.
    const others = gameIds.filter((id) => !owned.includes(id));
    const gameId = favourite ?? others[session.integer(session.integer(others.length) + 1)];
    if (gameId === undefined) return;
    session.wait(20_000 + session.integer(60_000));
    if (await buy(session, player, gameId)) owned.push(gameId);
  }
}

async function collect({ session }: Community, life: Life, count: number): Promise<void> {
  const { player, owned, plan } = life;
  for (let left = count; left > 0 && owned.length > 0; ) {
    // The first games stay the favourite ones, so that some players complete their sets.
    const favourites = Math.min(Math.max(1, plan.favourites), owned.length);
    const isFavourite = session.chance(plan.favourites > 0 ? 0.8 : 0.5);
    const gameId = session.choose(isFavourite ? owned.slice(0, favourites) : owned) ?? 0;
    const cards = Math.min(left, 3 + session.integer(20));
    await play(session, player, { gameId, cards });
    life.cards += cards;
    left -= cards;
  }
}

/** Now and then a player befriends one of the others, and writes on the profile. */
async function findFriend({ session, players }: Community, player: ExamplePlayer): Promise<void> {
  const other = session.choose(players.filter((one) => one !== player));
  if (!other || session.chance(0.4)) return;
  await befriend(session, player, other);
  if (session.chance(0.5)) await commentOnProfile(session, player, other);
}
