import { randomUUID } from 'node:crypto';
import { useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';
import { canTopUp } from '#domain/accounts/require-actor.ts';
import { countHeld } from '#domain/cards/count-held.ts';
import { listCardSet } from '#domain/cards/list-card-set.ts';
import { getGame } from '#domain/catalogue/get-game.ts';
import { listRelated } from '#domain/catalogue/list-related.ts';
import { sharePictureAddress } from '#domain/catalogue/picture-address.ts';
import type { Ctx } from '#domain/context.ts';
import { listDiscussionsOfGame } from '#domain/discussions/list-discussions-of-game.ts';
import { buyGame } from '#domain/library/buy-game.ts';
import { ownedAmong } from '#domain/library/owned-among.ts';
import { ownsGame } from '#domain/library/owns-game.ts';
import { describeDuration } from '#shared/duration.ts';
import { keyedInput } from '#shared/inputs/money.ts';
import { sitePath } from '#shared/site-path.ts';
import { gameHead } from '../catalogue-heads.ts';
import { catalogueId } from '../catalogue-id.ts';
import { GameCardSet } from '../components/cards/game-card-set.tsx';
import { BuyPanel } from '../components/catalogue/buy-panel.tsx';
import { GameFacts } from '../components/catalogue/game-facts.tsx';
import { GameGallery } from '../components/catalogue/game-gallery.tsx';
import { GameHeader } from '../components/catalogue/game-header.tsx';
import { MoreGames } from '../components/catalogue/more-games.tsx';
import { RatingBreakdown } from '../components/catalogue/rating-breakdown.tsx';
import { RecentlyViewed } from '../components/catalogue/recently-viewed.tsx';
import { Requirements } from '../components/catalogue/requirements.tsx';
import { Section } from '../components/catalogue/section.tsx';
import { rememberViewed } from '../components/catalogue/viewed-games.ts';
import { GameDiscussions } from '../components/discussions/game-discussions.tsx';
import { Loading } from '../components/loading.tsx';
import { Page } from '../components/page.tsx';
import { useToast } from '../components/toast.tsx';
import { useViewer } from '../components/viewer.ts';
import { load, parse } from '../door.ts';
import { actOnForm } from '../form-action.ts';
import { failureOf } from '../form-failure.ts';
import { reachServer, rereadUnlessFailed } from '../reach-server.ts';
import { redirect } from '../redirect.ts';
import { gameTrail } from '../trails.ts';
import type { Route } from './+types/game-info.ts';

export async function loader(args: Route.LoaderArgs) {
  return load(args, async (ctx) => {
    const id = catalogueId(args.params.gameId, 'game-not-found');
    const [{ game, related }, discussed, cardSet, owned, held] = await Promise.all([
      gameAndMore(ctx, id),
      listDiscussionsOfGame(ctx, { gameId: id }),
      listCardSet(ctx, id),
      ownsGame(ctx, id),
      countHeld(ctx, id),
    ]);
    const { gamePriceCents: priceCents, playCycleMs } = ctx.rules;
    // A visitor's page has no key, so that it can be shared.
    const key = ctx.actor && !owned ? randomUUID() : null;
    const canAddMoney = canTopUp(ctx.actor);
    const sharePicture = sharePictureAddress(game);
    const page = { game, related, discussed, cardSet, owned, held, sharePicture };
    return { ...page, now: ctx.clock.now(), priceCents, playCycleMs, canAddMoney, key };
  });
}

/** The game, then what else there is: a games database may just have told who made it. */
async function gameAndMore(ctx: Ctx, id: number) {
  const game = await getGame(ctx, id);
  const { byDeveloper, ofGenre } = await listRelated(ctx, game);
  const ids = [...byDeveloper.games, ...ofGenre.games].map((other) => other.id);
  return { game, related: { byDeveloper, ofGenre, owned: await ownedAmong(ctx, ids) } };
}

export async function action(args: Route.ActionArgs) {
  return actOnForm(args, 'purchase-failed', async (ctx, form) => {
    const gameId = catalogueId(args.params.gameId, 'game-not-found');
    const { key } = parse(keyedInput, form);
    await buyGame(ctx, { gameId, key });
    // A page of its own, so that a reload buys nothing and the balance is the new one.
    throw redirect(sitePath`/game-info/${gameId}`);
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return reachServer(args, 'purchase-failed');
}

// A refused purchase can mean that the page is out of date, as when the game is owned already.
export const shouldRevalidate = rereadUnlessFailed;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? gameHead(matches, loaderData.game, loaderData.sharePicture) : [];

export const handle = { failure: 'Failed to load this game.' };

export default function GameInfo({ loaderData, actionData }: Route.ComponentProps) {
  const { game, owned, priceCents, playCycleMs, canAddMoney, key } = loaderData;
  const viewer = useViewer();
  const toast = useToast();
  const leaving = useNavigation().state === 'loading';
  const failure = failureOf(actionData);
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
