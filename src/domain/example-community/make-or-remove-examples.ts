import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { exampleCommunity } from '#database/schema.ts';
import { exampleCommunityConstants } from '#shared/constants/site/example-community.ts';
import type { Ctx } from '../context.ts';
import type { ExampleCommunityState } from '../site/example-community-state.ts';
import type { ExamplePicture } from './befriend-and-write.ts';
import type { CommunitySize } from './community-types.ts';
import type { InventedAccount } from './create-player.ts';
import { threads } from './discussion-texts.ts';
import { deleteExampleGroup } from './example-group.ts';
import { inventPlayer, type RandomNumbers } from './invent-player.ts';
import { makeCommunity } from './make-community.ts';
import { deleteExampleAccounts } from './remove-example-community.ts';

const { attemptsMax, leaseMs, retryMs, players, days } = exampleCommunityConstants;

/** Three weeks of some players. The private discussion and the later ones are about the demonstration. */
const exampleSize: CommunitySize = {
  players,
  games: 34,
  cards: 240,
  gamesMax: 5,
  registration: [days, days - 5],
  salesOfEvening: 2.5,
  sellers: players,
  kindsOfSeller: 1,
  orders: 8,
  offers: 0,
  threads: threads.filter(({ isPrivate }) => !isPrivate).slice(0, 6),
  guests: 0,
};

interface Claim {
  state: ExampleCommunityState;
  attempts: number;
}

/** Another node has taken over. */
class ClaimLost extends Error {}

/**
 * Makes or removes the example community, if an admin has requested that. While it works, the node extends its
 * claim. When it is killed, the claim ends and a node begins again: what the earlier attempt made is deleted first.
 * After three attempts making it has failed; a removal is repeated until it is done.
 */
export async function makeOrRemoveExampleCommunity(
  ctx: Ctx,
  { drawPictures }: { drawPictures: () => Promise<ExamplePicture[]> },
): Promise<void> {
  const claim = await claimWork(ctx);
  if (!claim) return;
  const onStep = () => extendClaim(ctx, claim);
  try {
    await deleteExampleGroup(ctx);
    await deleteExampleAccounts(ctx, { onStep });
    if (claim.state === 'making') {
      if (claim.attempts > attemptsMax) return await finish(ctx, claim, 'failed');
      await makeCommunity(ctx, {
        size: exampleSize,
        invent: inventExample,
        demoAccount: null,
        pictures: await drawPictures(),
        onStep,
      });
    }
    await finish(ctx, claim, claim.state === 'making' ? 'made' : 'removed');
  } catch (error) {
    if (error instanceof ClaimLost) return;
    ctx.log.error({ err: error, ...claim }, 'the example community could not be made or removed');
    await ctx.db
      .update(exampleCommunity)
      .set({ claimedUntil: new Date(ctx.clock.now().getTime() + retryMs) })
      .where(isClaimed(claim));
  }
}

/** An example has no password and an address that never exists (RFC 2606), and no session can begin for it. */
function inventExample(random: RandomNumbers): InventedAccount {
  const email = `${randomUUID()}@example.invalid`;
  return {
    ...inventPlayer(random),
    email,
    emailVerified: false,
    passwordHash: null,
    isExample: true,
  };
}

async function claimWork({ db, clock }: Ctx): Promise<Claim | null> {
  const now = clock.now();
  const [claim] = await db
    .update(exampleCommunity)
    .set({
      attempts: sql`${exampleCommunity.attempts} + 1`,
      claimedUntil: new Date(now.getTime() + leaseMs),
    })
    .where(
      and(
        inArray(exampleCommunity.state, ['making', 'removing']),
        or(isNull(exampleCommunity.claimedUntil), lte(exampleCommunity.claimedUntil, now)),
      ),
    )
    .returning({ state: exampleCommunity.state, attempts: exampleCommunity.attempts });
  return claim ?? null;
}

/** The condition that the claim is still valid. */
function isClaimed({ state, attempts }: Claim) {
  return and(eq(exampleCommunity.state, state), eq(exampleCommunity.attempts, attempts));
}

async function extendClaim({ db, clock }: Ctx, claim: Claim): Promise<void> {
  const extended = await db
    .update(exampleCommunity)
    .set({ claimedUntil: new Date(clock.now().getTime() + leaseMs) })
    .where(isClaimed(claim))
    .returning({ id: exampleCommunity.id });
  if (extended.length === 0) throw new ClaimLost();
}

async function finish(ctx: Ctx, claim: Claim, state: ExampleCommunityState): Promise<void> {
  await ctx.db.update(exampleCommunity).set({ state, claimedUntil: null }).where(isClaimed(claim));
  ctx.log.info({ state }, 'the example community has changed');
  // Pages of visitors show its texts, pictures and listings.
  ctx.events.publish({ type: 'site-changed' });
  ctx.events.publish({ type: 'content-removed' });
}
