import { randomUUID } from 'node:crypto';
import { Play, Square } from 'lucide-react';
import { readPreferences } from '#domain/accounts/preferences/read-preferences.ts';
import { savePreferences } from '#domain/accounts/preferences/save-preferences.ts';
import { getOwnedGame } from '#domain/game-library/get-owned-game.ts';
import { awardCard } from '#domain/gameplay/award-card.ts';
import { extendPlaySession } from '#domain/gameplay/extend-play-session.ts';
import { getDrawChances } from '#domain/gameplay/get-draw-chances.ts';
import { getPlayState } from '#domain/gameplay/get-play-state.ts';
import { getRunningPlay } from '#domain/gameplay/get-running-play.ts';
import { startPlaySession } from '#domain/gameplay/start-play-session.ts';
import { stopPlaySession } from '#domain/gameplay/stop-play-session.ts';
import { countCollectedCards } from '#domain/inventory/count-collected-cards.ts';
import { getRules } from '#domain/site/current-rules.ts';
import { formatDuration } from '#shared/format/duration.ts';
import { sitePath } from '#shared/format/paths/site-path.ts';
import { playInput } from '#shared/schemas/gameplay.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { readCatalogId } from '#web/lib/actions/read-catalog-id.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runAction, runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { connectionProblemOf } from '#web/lib/connection/network-errors.ts';
import { createFormKey } from '#web/lib/rendering-cache/values-of-request.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CardOdds } from '#web/ui/cards/card-odds.tsx';
import { CardPicture } from '#web/ui/cards/card-picture.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { PullStage } from '../components/pull-stage.tsx';
import { StreakBar } from '../components/streak-bar.tsx';
import {
  type PlayAnswer,
  publishPlayAnswer,
  usePlaySession,
} from '../components/use-play-session.ts';
import { usePull } from '../components/use-pull.ts';
import type { Route } from './+types/game-session';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(`Playing ${loaderData?.game.name ?? ''}`, matches);

export const handle = { failure: 'Failed to load the play screen.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, { id, username }) => {
    const gameId = readCatalogId(args.params.gameId, 'game-not-found');
    const game = await getOwnedGame(ctx, gameId);
    if (!game) throw redirect(sitePath`/game-info/${gameId}`);
    const [state, chances, copies, running, { hasSound }] = await Promise.all([
      getPlayState(ctx, { gameId }),
      getDrawChances(ctx, { gameId }),
      countCollectedCards(ctx, gameId),
      getRunningPlay(ctx),
      readPreferences(ctx.db, id),
    ]);
    const cards = running?.gameId === gameId ? running.cards : [];
    const { playCycleMs, awardsPerDay } = await getRules(ctx);
    return {
      username,
      game,
      state,
      first: { cards, chances, copies },
      hasSound,
      playCycleMs,
      awardsPerDay,
      key: createFormKey(ctx),
    };
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
    if (input.intent === 'sound') {
      await savePreferences(ctx, { hasSound: input.hasSound });
      return { hasSound: input.hasSound };
    }
    const { card } = await awardCard(ctx, { gameId, key: input.key });
    const [state, chances, copies] = await Promise.all([
      getPlayState(ctx, { gameId }),
      getDrawChances(ctx, { gameId }),
      countCollectedCards(ctx, gameId),
    ]);
    const drawn = { card: { ...card, kindId: card.id }, chances, copies };
    return { drawn, ...(state && { state }), nextKey: randomUUID() };
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
  const { username, game, state, first, playCycleMs, awardsPerDay, key } = loaderData;
  const pull = usePull(first);
  const { active, starting, percent, stopMessage, unreachable, Form } = usePlaySession(
    state,
    key,
    pull.draw,
  );
  const { cards, chances, copies } = pull;
  return (
    <Page>
      <PageHeader title={game.name} back={{ to: '/library', label: 'Back to library' }} />
      <PullStage
        game={game}
        username={username}
        percent={percent}
        pull={pull}
        hasSound={loaderData.hasSound}
      >
        <div className="flex flex-wrap items-center justify-center gap-3">
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
              <Button size="lg" variant="quiet">
                <Square aria-hidden />
                Stop
              </Button>
            </Form>
          )}
        </div>
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
      </PullStage>

      {cards.length > 0 && (
        <section aria-labelledby="won" className="mt-12">
          <h2 id="won" className="mb-5 text-xl">
            Cards of this session
          </h2>
          <ul className="flex flex-wrap gap-5">
            {cards.map((card) => (
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
          <CardOdds kinds={chances.kinds} held={copies} />
        </div>
      </section>
    </Page>
  );
}
