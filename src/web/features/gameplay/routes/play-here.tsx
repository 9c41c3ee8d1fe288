import { Play } from 'lucide-react';
import { useEffect } from 'react';
import { Form, Link } from 'react-router';
import { getPlayFrame } from '#domain/game-library/delivery/get-delivery.ts';
import { getOwnedGame } from '#domain/game-library/get-owned-game.ts';
import { getPlayState } from '#domain/gameplay/get-play-state.ts';
import { startPlaySession } from '#domain/gameplay/start-play-session.ts';
import { getRules } from '#domain/site/current-rules.ts';
import { formatDuration } from '#shared/format/duration.ts';
import { sitePath } from '#shared/format/paths/site-path.ts';
import { runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { readCatalogId } from '#web/lib/actions/read-catalog-id.ts';
import { redirect, redirectDocument } from '#web/lib/actions/redirect.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { pageFrameContext } from '#web/lib/request-context.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { GameCover } from '#web/ui/games/game-cover.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { GameFrame } from '../components/game-frame.tsx';
import { setPlaying } from '../components/remember-playing.ts';
import type { Route } from './+types/play-here';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(`Playing ${loaderData?.game.name ?? ''}`, matches);

export const handle = { failure: 'Failed to load this game.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, { username }) => {
    const gameId = readCatalogId(args.params.gameId, 'game-not-found');
    const [game, frame] = await Promise.all([getOwnedGame(ctx, gameId), getPlayFrame(ctx, gameId)]);
    if (!game || !frame) throw redirect(sitePath`/game-info/${gameId}`);
    const { url, isUploaded, isIsolated } = frame;
    const isActive = url !== null && (await getPlayState(ctx, { gameId })) !== null;
    // The frame is on the page only while the game is played.
    if (isActive) args.context.set(pageFrameContext, { origin: new URL(url).origin, isIsolated });
    const { playCycleMs } = await getRules(ctx);
    return {
      game,
      player: username,
      isUploaded,
      isIsolated,
      host: url === null ? null : new URL(url).host,
      playUrl: isActive ? url : null,
      playCycleMs,
    };
  });
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'game-failed', async (ctx) => {
    const gameId = readCatalogId(args.params.gameId, 'game-not-found');
    await startPlaySession(ctx, { gameId });
    throw redirect(sitePath`/play/${gameId}`);
  });
}

/** The policy of a document allows its frame, so the router never shows this page in the document of another one. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { pathname, search } = new URL(request.url);
  throw redirectDocument(pathname + search);
}

// Loading the data again would end the game in the frame.
export const shouldRevalidate = () => false;

/** A game on another site, also an uploaded one, in a frame without access to this site, its logins and the storage of the browser. */
export default function PlayHere({ loaderData, actionData }: Route.ComponentProps) {
  const { game, player, host, isUploaded, isIsolated, playUrl, playCycleMs } = loaderData;
  const failure = useFormError(actionData);
  const path = `/play/${game.id}`;
  const isActive = playUrl !== null;

  useEffect(() => {
    if (isActive) setPlaying(true);
  }, [isActive]);

  useEffect(
    () => () => {
      // The next page gets a document of its own, whose policy allows no frame.
      if (location.pathname !== path) location.reload();
    },
    [path],
  );

  return (
    <Page width="wide">
      <PageHeader title={game.name} back={{ to: '/library', label: 'Back to library' }} />
      {failure && (
        <Alert tone="failure" className="mb-6">
          {failure.message}
        </Alert>
      )}
      {host === null ? (
        <Alert>
          This game cannot be played at the moment: uploaded games are off on this site. You still
          own it.
        </Alert>
      ) : playUrl === null ? (
        <section
          aria-label="Start the game"
          className="mx-auto grid max-w-[42rem] overflow-hidden rounded-lg bg-surface shadow-float"
        >
          <GameCover src={game.backgroundImage} eager />
          <div className="grid justify-items-start gap-4 p-6 sm:p-8">
            <Form method="post" reloadDocument>
              <Button size="lg">
                <Play aria-hidden />
                Start Playing
              </Button>
            </Form>
            <p className="max-w-prose text-muted">
              While you play you get a new card every {formatDuration(playCycleMs)}. The game{' '}
              {isUploaded ? 'runs on' : 'comes from'}{' '}
              <strong className="font-semibold text-ink">{host}</strong>, another site. It learns
              nothing about your account here, and it cannot save anything in your browser. It can
              keep a save of up to 1 MB on this site; you find it among{' '}
              <Link to="/library/saves" className="text-link">
                your saves
              </Link>
              .
            </p>
          </div>
        </section>
      ) : (
        <GameFrame
          gameId={game.id}
          name={game.name}
          url={playUrl}
          isIsolated={isIsolated}
          player={player}
        >
          This game {isUploaded ? 'runs on' : 'comes from'} {host}, another site. Do not enter your
          password in it.
        </GameFrame>
      )}
    </Page>
  );
}
