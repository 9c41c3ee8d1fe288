import { randomUUID } from 'node:crypto';
import { Play, Square } from 'lucide-react';
import { awardCard } from '#domain/gameplay/award-card.ts';
import { extendPlaySession } from '#domain/gameplay/extend-play-session.ts';
import { getDrawChances } from '#domain/gameplay/get-draw-chances.ts';
import { getPlayState } from '#domain/gameplay/get-play-state.ts';
import { getRunningPlay } from '#domain/gameplay/get-running-play.ts';
import { startPlaySession } from '#domain/gameplay/start-play-session.ts';
import { stopPlaySession } from '#domain/gameplay/stop-play-session.ts';
import { getOwnedGame } from '#domain/library/get-owned-game.ts';
import { cardBackPath } from '#shared/format/card-back-path.ts';
import { formatDuration } from '#shared/format/duration.ts';
import { sitePath } from '#shared/format/site-path.ts';
import { playInput } from '#shared/schemas/gameplay.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { readCatalogId } from '#web/features/catalog/public.server.ts';
import { CardOdds, CardPicture } from '#web/features/inventory/public.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runAction, runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { connectionProblemOf } from '#web/lib/connection/network-errors.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';
import { StreakBar } from '../components/streak-bar.tsx';
import {
  type PlayAnswer,
  publishPlayAnswer,
  usePlaySession,
} from '../components/use-play-session.ts';
import type { Route } from './+types/game-session';

export const meta: Route.MetaFunction = ({ loaderData }) =>
  noIndexHead(`Playing ${loaderData?.game.name ?? ''}`);

export const handle = { failure: 'Failed to load the play screen.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, { username }) => {
    const gameId = readCatalogId(args.params.gameId, 'game-not-found');
    const game = await getOwnedGame(ctx, gameId);
    if (!game) throw redirect(sitePath`/game-info/${gameId}`);
    const [state, chances, running] = await Promise.all([
      getPlayState(ctx, { gameId }),
      getDrawChances(ctx, { gameId }),
      getRunningPlay(ctx),
    ]);
    const cards = running?.gameId === gameId ? running.cards : [];
    const { playCycleMs, awardsPerDay } = ctx.rules;
    return { username, game, state, chances, cards, playCycleMs, awardsPerDay, key: randomUUID() };
  });
}

export async function action(args: Route.ActionArgs) {
  return runAction(args, async (ctx, form): Promise<PlayAnswer> => {
    const gameId = readCatalogId(args.params.gameId, 'game-not-found');
    const input = parseInput(playInput, form);
    if (input.intent === 'start') return { state: await startPlaySession(ctx, { gameId }) };
    if (input.intent === 'stop') {
      await stopPlaySession(ctx);
      return { stopped: true };
    }
    if (input.intent === 'keep') return { state: await extendPlaySession(ctx, { gameId }) };
    const { card } = await awardCard(ctx, { gameId, key: input.key });
    const [state, chances] = await Promise.all([
      getPlayState(ctx, { gameId }),
      getDrawChances(ctx, { gameId }),
    ]);
    return { card, chances, ...(state && { state }), nextKey: randomUUID() };
  });
}

/** When the connection is lost, the screen stays open and tries again. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const intent = String((await request.clone().formData()).get('intent'));
  let answer: PlayAnswer;
  try {
    answer = await serverAction();
  } catch (error) {
    if (connectionProblemOf(error) === null) throw error;
    answer = { unreachable: true };
  }
  publishPlayAnswer(intent, answer);
  return answer;
}

// The action returns the cards; the loader's data does not change.
export const shouldRevalidate = ({ formData }: { formData?: FormData }) => !formData;

/** The play screen. */
export default function GameSession({ loaderData }: Route.ComponentProps) {
  const { username, game, state, playCycleMs, awardsPerDay, key } = loaderData;
  const { active, starting, percent, awarded, stopMessage, unreachable, chances, Form } =
    usePlaySession(state, key, loaderData.chances, loaderData.cards);
  const newest = awarded[0];
  const back = cardBackPath(chances.kinds[0]?.picture ?? null);
  return (
    <Page>
      <PageHeader title={game.name} back={{ to: '/library', label: 'Back to library' }} />
      <section className="relative isolate grid justify-items-center gap-8 overflow-hidden rounded-lg bg-surface px-6 py-12 text-center shadow-float">
        {game.backgroundImage && (
          <img
            src={game.backgroundImage}
            alt=""
            className="absolute inset-0 -z-10 size-full scale-110 object-cover opacity-25 blur-2xl"
          />
        )}
        <div className="flex flex-wrap items-center justify-center gap-8">
          <ProgressRing
            value={percent}
            label="Progress to the next card"
            className="w-60 sm:w-72"
          />
          {!newest && back && (
            <img
              src={back}
              alt=""
              width={480}
              height={640}
              className="w-32 drop-shadow-card sm:w-40"
            />
          )}
          {newest && (
            <div key={newest.number} className="w-32 animate-turn sm:w-40">
              <CardPicture name={newest.name} rarity={newest.rarity} picture={newest.picture} />
            </div>
          )}
        </div>
        <Form method="post">
          <input type="hidden" name="intent" value="start" />
          <Button size="lg" pending={starting} disabled={active}>
            <Play aria-hidden />
            {active ? 'Game is Active' : 'Start Playing'}
          </Button>
        </Form>
        {active && (
          <Form method="post">
            <input type="hidden" name="intent" value="stop" />
            <Button variant="quiet">
              <Square aria-hidden />
              Stop
            </Button>
          </Form>
        )}
        <p className="max-w-prose text-muted">
          While the game is active you get a new card every {formatDuration(playCycleMs)}
          {awardsPerDay > 0 && `, up to ${awardsPerDay} a day`}.
        </p>
        {stopMessage && (
          <Alert tone="failure" className="max-w-prose text-left">
            {stopMessage}
          </Alert>
        )}
        {unreachable && active && (
          <Alert className="max-w-prose text-left">
            The server cannot be reached at the moment. Your game goes on when it is back.
          </Alert>
        )}
        <p aria-live="polite" className="sr-only">
          {newest && `You got a card: ${newest.name}, ${newest.rarity}.`}
        </p>
      </section>

      {awarded.length > 0 && (
        <section aria-labelledby="won" className="mt-12">
          <h2 id="won" className="mb-5 text-xl">
            Cards of this session
          </h2>
          <ul className="flex flex-wrap gap-5">
            {awarded.map((card) => (
              <li key={card.number} className="w-36 shrink-0 animate-turn sm:w-44">
                <CardPicture name={card.name} rarity={card.rarity} picture={card.picture} />
              </li>
            ))}
          </ul>
          <ButtonLink to={`/profile/${username}/inventory`} variant="quiet" className="mt-4">
            Open your inventory
          </ButtonLink>
        </section>
      )}

      <section aria-labelledby="odds" className="mt-12">
        <h2 id="odds" className="mb-1 text-xl">
          The card set
        </h2>
        <p className="mb-5 text-muted">What you can draw here, and how often with the next card.</p>
        {chances.streak && <StreakBar streak={chances.streak} />}
        <ButtonLink to={`/profile/draws?game=${game.id}`} variant="quiet" className="mt-4">
          Drop log
        </ButtonLink>
        <div className="mt-6">
          <CardOdds kinds={chances.kinds} />
        </div>
      </section>
    </Page>
  );
}
