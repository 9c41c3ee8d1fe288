import { useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';
import { listCardSet } from '#domain/card-sets/list-card-set.ts';
import { shareImagePath } from '#domain/catalog/covers/cover-path.ts';
import { getGame } from '#domain/catalog/games/get-game.ts';
import { listRelatedGames } from '#domain/catalog/games/list-related-games.ts';
import { findGameAccess } from '#domain/catalog/own-games/find-game-access.ts';
import { readPrices } from '#domain/catalog/prices/read-prices.ts';
import type { Ctx } from '#domain/context.ts';
import { listDiscussionsOfGame } from '#domain/discussions/lists/list-discussions-of-game.ts';
import { listDownloads } from '#domain/downloads/list-downloads.ts';
import { buyGame } from '#domain/game-library/buy-game.ts';
import { getDelivery } from '#domain/game-library/delivery/get-delivery.ts';
import { isSoldOut } from '#domain/game-library/keys/find-unused-key.ts';
import { listOwnedGameIds } from '#domain/game-library/list-owned-game-ids.ts';
import { ownsGame } from '#domain/game-library/owns-game.ts';
import { countHeldCards } from '#domain/inventory/count-held-cards.ts';
import { canTopUp } from '#domain/permissions/require-actor.ts';
import { isCatalogEditor } from '#domain/permissions/require-catalog-editor.ts';
import { getRules } from '#domain/site/current-rules.ts';
import { getSiteSettings } from '#domain/site/read-site-settings.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { findGamePrice } from '#shared/format/amounts/find-game-price.ts';
import { formatDuration } from '#shared/format/duration.ts';
import { sitePath } from '#shared/format/paths/site-path.ts';
import { splitLinks } from '#shared/format/texts/split-links-in-text.ts';
import { buyGameInput } from '#shared/schemas/game-library/buy-game.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { GameDiscussions } from '#web/features/discussions/public.ts';
import { OwnedDelivery, OwnedDownloads } from '#web/features/game-library/public.ts';
import { GameCardSet } from '#web/features/inventory/public.ts';
import { runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { isWithoutScript } from '#web/lib/actions/is-without-script.ts';
import { readCatalogId } from '#web/lib/actions/read-catalog-id.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessServerError, sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { createFormKey, getPageTime } from '#web/lib/rendering-cache/values-of-request.ts';
import { useShopGenres, useViewer } from '#web/lib/root-data.ts';
import { Loading } from '#web/ui/loading/loading.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageSection } from '#web/ui/page-section.tsx';
import { LinkedText } from '#web/ui/texts/linked-text.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { buildGameTrail } from '../breadcrumb-trails.ts';
import { buildGameHead } from '../catalog-page-heads.ts';
import { BuyGamePanel } from '../components/game-page/buy-game-panel.tsx';
import { GameFacts } from '../components/game-page/game-facts.tsx';
import { GameHeader } from '../components/game-page/game-header.tsx';
import { GameImages } from '../components/game-page/game-images.tsx';
import { RatingBreakdown } from '../components/game-page/rating-breakdown.tsx';
import { RelatedGames } from '../components/game-page/related-games.tsx';
import { mayRunOnPc, SystemRequirements } from '../components/game-page/system-requirements.tsx';
import { RecentlyViewedGames } from '../components/recently-viewed-games.tsx';
import { addViewedGame } from '../components/viewed-games.ts';
import type { Route } from './+types/game-info.ts';

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx) => {
    const id = readCatalogId(args.params.gameId, 'game-not-found');
    const { playCycleMs, rarityWeights: weights } = await getRules(ctx);
    const [{ game, related }, access, discussions, cardSet, owned, held, soldOut, ...got] =
      await Promise.all([
        loadGame(ctx, id),
        findGameAccess(ctx, id),
        listDiscussionsOfGame(ctx, { gameId: id }),
        listCardSet(ctx, id, { weights }),
        ownsGame(ctx, id),
        countHeldCards(ctx, id),
        isSoldOut(ctx, id),
        getDelivery(ctx, id),
        listDownloads(ctx, id),
      ]);
    const [delivery, downloads] = got;
    // A hidden game exists for its owners and editors only.
    if (access.isHidden && !owned && !isCatalogEditor(ctx.actor)) {
      throw new AppError('game-not-found');
    }
    const others = [related.byDeveloper.games, related.ofGenre.games].flat();
    const prices = await readPrices(ctx, [id, ...others.map((other) => other.id)]);
    // A visitor's page has no key, so that it can be cached for all visitors.
    const mayBuy = !access.isHidden && (access.hasRole || !ctx.actor);
    const key = ctx.actor && !owned && mayBuy && !soldOut ? createFormKey(ctx) : null;
    const canAddMoney = canTopUp(ctx.actor);
    const shareImage = shareImagePath(game);
    const own = { owned, held, delivery, downloads };
    const about = splitLinks(game.description || 'No description yet.');
    const page = { game, about, related, discussions, cardSet, soldOut, shareImage, ...own };
    return {
      ...page,
      now: getPageTime(ctx),
      access,
      mayBuy,
      prices,
      playCycleMs,
      canAddMoney,
      key,
    };
  });
}

/** The game and its related games, in this order: reading the game may store its companies first. */
async function loadGame(ctx: Ctx, id: number) {
  const [stored, { shopGenres }] = await Promise.all([getGame(ctx, id), getSiteSettings(ctx)]);
  // The shop has names of its own for genres.
  const nameOf = new Map(shopGenres.map(({ slug, name }) => [slug, name]));
  const genres = stored.genres.map(({ slug, name }) => ({ slug, name: nameOf.get(slug) ?? name }));
  const game = { ...stored, genres };
  const { byDeveloper, ofGenre } = await listRelatedGames(ctx, game);
  const ids = [...byDeveloper.games, ...ofGenre.games].map((other) => other.id);
  return { game, related: { byDeveloper, ofGenre, owned: await listOwnedGameIds(ctx, ids) } };
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'purchase-failed', async (ctx, form) => {
    const gameId = readCatalogId(args.params.gameId, 'game-not-found');
    const bought = await buyGame(ctx, { gameId, ...parseInput(buyGameInput, form) });
    if (!isWithoutScript(args.request)) return { bought };
    // The redirect keeps a reload from buying again and shows the new balance.
    throw redirect(sitePath`/game-info/${gameId}`);
  });
}

export const clientAction = sendForm<typeof action>('purchase-failed');

// A failed purchase can mean that the page is out of date, such as when the game is owned already.
export const shouldRevalidate = revalidateUnlessServerError;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? buildGameHead(matches, loaderData.game, loaderData.shareImage) : [];

export const handle = { failure: 'Failed to load this game.' };

export default function GameInfo({ loaderData, actionData: latestData }: Route.ComponentProps) {
  const actionData = useLastActionData(latestData);
  const { game, owned, prices, playCycleMs, canAddMoney, key } = loaderData;
  const price = findGamePrice(prices, game.id);
  const viewer = useViewer();
  const toast = useToast();
  const navigating = useNavigation().state === 'loading';
  const failure = useFormError(actionData);
  // The balance may have grown since the error, such as by the daily reward; the error is then outdated.
  const canPayNow =
    actionData !== undefined &&
    'error' in actionData &&
    actionData.error.code === 'not-enough-money' &&
    (viewer?.balance ?? 0) >= price.cents;
  const playLink = useRef<HTMLAnchorElement>(null);
  const bought = actionData && 'bought' in actionData ? actionData.bought : null;
  const reported = useRef<typeof bought>(null);
  const { id, name, backgroundImage, released, rating } = game;

  useEffect(() => {
    // The answer arrives before the page that shows the game as owned.
    if (bought?.gameId !== id || !owned || reported.current === bought) return;
    reported.current = bought;
    toast.success(`${name} is yours.`);
    // The Buy button disappeared with its focus. A focus that has moved elsewhere stays there.
    if (document.activeElement === document.body) playLink.current?.focus({ preventScroll: true });
  }, [bought, id, name, owned, toast]);

  const username = viewer?.username ?? null;
  useEffect(
    () =>
      addViewedGame({ id, name, backgroundImage, released, rating: rating ?? undefined }, username),
    [id, name, backgroundImage, released, rating, username],
  );

  return (
    <>
      <GameHeader
        game={game}
        image={game.backgroundImageAdditional ?? game.backgroundImage}
        trail={buildGameTrail(useShopGenres(), game)}
      />
      {navigating && <Loading />}
      <Page
        width="wide"
        // The scroll margin keeps focused links above the bar.
        className="flex flex-col gap-x-12 gap-y-12 max-lg:pb-0! max-lg:[&_a]:scroll-mb-32 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem]"
      >
        {/* First in the reading and tab order; the layout decides where it is shown. */}
        <aside className="z-10 order-last -mx-4 sm:max-lg:-mx-8 max-lg:sticky max-lg:bottom-0 max-lg:in-[body:has([data-play-bar])]:bottom-16 lg:sticky lg:top-24 lg:order-1 lg:mx-0 lg:-mt-52 lg:self-start">
          <BuyGamePanel
            game={game}
            owned={owned}
            playLink={playLink}
            price={price}
            access={loaderData.access}
            mayBuy={loaderData.mayBuy}
            soldOut={loaderData.soldOut}
            balance={viewer?.balance ?? null}
            formKey={key}
            canAddMoney={canAddMoney}
            error={owned || canPayNow ? null : (failure?.message ?? null)}
          />
        </aside>
        <div className="grid min-w-0 content-start gap-12">
          {loaderData.delivery && (
            <PageSection title="Your copy">
              <OwnedDelivery delivery={loaderData.delivery} />
            </PageSection>
          )}
          {loaderData.downloads.length > 0 && (
            <PageSection title="Downloads">
              <OwnedDownloads gameId={game.id} downloads={loaderData.downloads} />
            </PageSection>
          )}
          <GameImages key={game.id} game={game} />
          <PageSection title="About this game">
            <LinkedText pieces={loaderData.about} className="max-w-prose text-lg" />
            <GameFacts game={game} />
          </PageSection>
          <PageSection title="Ratings">
            <RatingBreakdown
              rating={game.rating}
              ratings={game.ratings}
              ratingsCount={game.ratingsCount}
            />
          </PageSection>
          {mayRunOnPc(game) && (
            <PageSection title="PC requirements">
              <SystemRequirements platforms={game.platforms} />
            </PageSection>
          )}
          <GameCardSet
            gameId={game.id}
            owned={owned}
            kinds={loaderData.cardSet.kinds}
            shared={loaderData.cardSet.shared}
            held={loaderData.held}
            cycle={formatDuration(playCycleMs)}
          />
          {loaderData.discussions && (
            <GameDiscussions game={game} {...loaderData.discussions} now={loaderData.now} />
          )}
        </div>
        <RelatedGames related={loaderData.related} prices={prices} />
        <RecentlyViewedGames
          except={game.id}
          prices={prices}
          className="min-w-0 lg:order-3 lg:col-span-full"
        />
      </Page>
    </>
  );
}
