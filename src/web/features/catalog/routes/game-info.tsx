import { randomUUID } from 'node:crypto';
import { useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';
import { canTopUp } from '#domain/accounts/require-actor.ts';
import { shareImageAddress } from '#domain/catalog/covers/cover-address.ts';
import { getGame } from '#domain/catalog/games/get-game.ts';
import { listRelated } from '#domain/catalog/games/list-related-games.ts';
import type { Ctx } from '#domain/context.ts';
import { listDiscussionsOfGame } from '#domain/discussions/list-discussions-of-game.ts';
import { countHeldCards } from '#domain/inventory/count-held-cards.ts';
import { listCardSet } from '#domain/inventory/list-card-set.ts';
import { buyGame } from '#domain/library/buy-game.ts';
import { listOwnedAmong } from '#domain/library/list-owned-among.ts';
import { ownsGame } from '#domain/library/owns-game.ts';
import { describeDuration } from '#shared/format/duration.ts';
import { sitePath } from '#shared/format/site-path.ts';
import { keyedInput } from '#shared/schemas/wallet.ts';
import { GameDiscussions } from '#web/features/discussions/components/game-discussions.tsx';
import { GameCardSet } from '#web/features/inventory/components/game-card-set.tsx';
import { runFormAction } from '#web/lib/actions/form-action.ts';
import { formFailureOf } from '#web/lib/actions/form-failure.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { parse, runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessFailed, submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { useViewer } from '#web/lib/viewer.ts';
import { Loading } from '#web/ui/loading.tsx';
import { Page } from '#web/ui/page.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { gameTrail } from '../breadcrumb-trails.ts';
import { BuyPanel } from '../components/buy-panel.tsx';
import { GameFacts } from '../components/game-facts.tsx';
import { GameGallery } from '../components/game-gallery.tsx';
import { GameHeader } from '../components/game-header.tsx';
import { MoreGames } from '../components/more-games.tsx';
import { Section } from '../components/page-section.tsx';
import { RatingBreakdown } from '../components/rating-breakdown.tsx';
import { RecentlyViewed } from '../components/recently-viewed.tsx';
import { Requirements } from '../components/requirements.tsx';
import { rememberViewed } from '../components/viewed-games.ts';
import { gameHead } from '../page-heads.ts';
import { catalogueId } from '../read-catalog-id.ts';
import type { Route } from './+types/game-info.ts';

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx) => {
    const id = catalogueId(args.params.gameId, 'game-not-found');
    const [{ game, related }, discussed, cardSet, owned, held] = await Promise.all([
      gameAndMore(ctx, id),
      listDiscussionsOfGame(ctx, { gameId: id }),
      listCardSet(ctx, id),
      ownsGame(ctx, id),
      countHeldCards(ctx, id),
    ]);
    const { gamePriceCents: priceCents, playCycleMs } = ctx.rules;
    // A visitor's page has no key, so that it can be shared.
    const key = ctx.actor && !owned ? randomUUID() : null;
    const canAddMoney = canTopUp(ctx.actor);
    const sharePicture = shareImageAddress(game);
    const page = { game, related, discussed, cardSet, owned, held, sharePicture };
    return { ...page, now: ctx.clock.now(), priceCents, playCycleMs, canAddMoney, key };
  });
}

/** The game, then what else there is: a games database may just have told who made it. */
async function gameAndMore(ctx: Ctx, id: number) {
  const game = await getGame(ctx, id);
  const { byDeveloper, ofGenre } = await listRelated(ctx, game);
  const ids = [...byDeveloper.games, ...ofGenre.games].map((other) => other.id);
  return { game, related: { byDeveloper, ofGenre, owned: await listOwnedAmong(ctx, ids) } };
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'purchase-failed', async (ctx, form) => {
    const gameId = catalogueId(args.params.gameId, 'game-not-found');
    const { key } = parse(keyedInput, form);
    await buyGame(ctx, { gameId, key });
    // A page of its own, so that a reload buys nothing and the balance is the new one.
    throw redirect(sitePath`/game-info/${gameId}`);
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitToServer(args, 'purchase-failed');
}

// A refused purchase can mean that the page is out of date, as when the game is owned already.
export const shouldRevalidate = revalidateUnlessFailed;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? gameHead(matches, loaderData.game, loaderData.sharePicture) : [];

export const handle = { failure: 'Failed to load this game.' };

export default function GameInfo({ loaderData, actionData }: Route.ComponentProps) {
  const { game, owned, priceCents, playCycleMs, canAddMoney, key } = loaderData;
  const viewer = useViewer();
  const toast = useToast();
  const leaving = useNavigation().state === 'loading';
  const failure = formFailureOf(actionData);
  const playLink = useRef<HTMLAnchorElement>(null);
  const before = useRef({ id: game.id, owned });

  useEffect(() => {
    const bought = before.current.id === game.id && owned && !before.current.owned && !failure;
    before.current = { id: game.id, owned };
    if (!bought) return;
    toast.success(`${game.name} is yours.`);
    // The button that was pressed is gone; who has gone elsewhere since is left there.
    if (document.activeElement === document.body) playLink.current?.focus({ preventScroll: true });
  }, [game, owned, failure, toast]);

  const { id, name, backgroundImage, released, rating } = game;
  useEffect(
    () => rememberViewed({ id, name, backgroundImage, released, rating: rating ?? undefined }),
    [id, name, backgroundImage, released, rating],
  );

  return (
    <>
      <GameHeader
        game={game}
        art={game.backgroundImageAdditional ?? game.backgroundImage}
        trail={gameTrail(game)}
      />
      {leaving && <Loading />}
      <Page
        width="wide"
        // What has the focus is not left under the bar.
        className="flex flex-col gap-x-12 gap-y-12 max-lg:pb-0! max-lg:[&_a]:scroll-mb-32 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem]"
      >
        {/* First for who goes by the keyboard or listens; where it is seen, the layout says. */}
        <aside className="z-10 order-last -mx-4 sm:max-lg:-mx-8 max-lg:sticky max-lg:bottom-0 lg:sticky lg:top-24 lg:order-1 lg:mx-0 lg:-mt-52 lg:self-start">
          <BuyPanel
            game={game}
            owned={owned}
            playLink={playLink}
            priceCents={priceCents}
            balance={viewer?.balance ?? null}
            formKey={key}
            canAddMoney={canAddMoney}
            error={owned ? null : (failure?.message ?? null)}
          />
        </aside>
        <div className="grid min-w-0 content-start gap-12">
          <GameGallery key={game.id} game={game} />
          <Section title="About this game">
            <p className="max-w-prose text-lg whitespace-pre-line wrap-anywhere">
              {game.description || 'No description yet.'}
            </p>
            <GameFacts game={game} />
          </Section>
          <Section title="Ratings">
            <RatingBreakdown
              rating={game.rating}
              ratings={game.ratings}
              ratingsCount={game.ratingsCount}
            />
          </Section>
          <Section title="PC requirements">
            <Requirements platforms={game.platforms} />
          </Section>
          <GameCardSet
            gameId={game.id}
            owned={owned}
            kinds={loaderData.cardSet.kinds}
            shared={loaderData.cardSet.shared}
            held={loaderData.held}
            cycle={describeDuration(playCycleMs)}
          />
          <GameDiscussions game={game} {...loaderData.discussed} now={loaderData.now} />
        </div>
        <MoreGames related={loaderData.related} priceCents={priceCents} />
        <RecentlyViewed
          except={game.id}
          priceCents={priceCents}
          className="min-w-0 lg:order-3 lg:col-span-full"
        />
      </Page>
    </>
  );
}
