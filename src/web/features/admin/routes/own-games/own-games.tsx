import { FileUp, Gamepad2, Library, Plus, SearchX } from 'lucide-react';
import { Link } from 'react-router';
import { listOwnGames } from '#domain/catalog/own-games/list-own-games.ts';
import { moveOwnGame } from '#domain/catalog/own-games/move-own-game.ts';
import { findGamePrice } from '#shared/format/amounts/find-game-price.ts';
import { moveGameInput, ownGamesQuery } from '#shared/schemas/own-games.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { leaveOutDefaults, openPage } from '#web/lib/actions/list-redirects.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { GameCover } from '#web/ui/games/game-cover.tsx';
import { GamePriceText } from '#web/ui/games/game-price-text.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { AdminPage } from '../../components/admin-page.tsx';
import { MoveForm } from '../../components/move-form.tsx';
import { runCatalogAction, runCatalogLoader } from '../../run-catalog-page.ts';
import type { Route } from './+types/own-games';

export const meta = guardedHead('Games of this site');

export const handle = { failure: 'Failed to load the games.' };

export async function loader(args: Route.LoaderArgs) {
  return runCatalogLoader(args, async (ctx, url) => {
    const { q, page } = parseInput(ownGamesQuery, url.searchParams);
    leaveOutDefaults(url, { q: '' });
    const list = await openPage(url, listOwnGames(ctx, { q, page }), { page });
    return { ...list, q, page };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runCatalogAction(args, async (ctx, form) => {
    const input = parseInput(moveGameInput, form);
    await moveOwnGame(ctx, { gameId: input.gameId, by: input.intent === 'up' ? -1 : 1 });
    return { saved: true as const };
  });
}

export const clientAction = sendForm<typeof action>('game-failed');

/** The games of the site, for catalog editors. */
export default function OwnGames({ loaderData, actionData }: Route.ComponentProps) {
  const { games, prices, q, page, pages, total } = loaderData;
  const failure = useFormError(actionData);
  return (
    <AdminPage
      current="games"
      title="Games of this site"
      actions={
        <>
          <ButtonLink to="/admin/games/all" variant="quiet">
            <Library aria-hidden />
            All games
          </ButtonLink>
          <ButtonLink to="/admin/games/import" variant="quiet">
            <FileUp aria-hidden />
            Import and export
          </ButtonLink>
          <ButtonLink to="/admin/games/new">
            <Plus aria-hidden />
            New game
          </ButtonLink>
        </>
      }
    >
      {failure && <Alert tone="failure">{failure.message}</Alert>}
      {(total > 0 || q) && (
        <SearchField name="q" label="Search games of this site" maxLength={100} />
      )}
      {games.length === 0 ? (
        q ? (
          <EmptyState icon={SearchX}>No game of this site has this name.</EmptyState>
        ) : (
          <EmptyState
            icon={Gamepad2}
            action={<ButtonLink to="/admin/games/new">Add the first game</ButtonLink>}
          >
            This site has no games of its own yet.
          </EmptyState>
        )
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-lg bg-surface shadow-lift">
          {games.map((game, index) => (
            <li key={game.id} className="flex flex-wrap items-center gap-x-5 gap-y-3 px-5 py-4">
              <div className="w-28 shrink-0 overflow-hidden rounded-md">
                <GameCover src={game.backgroundImage} />
              </div>
              <div className="grid min-w-0 flex-1 basis-44 gap-0.5">
                <Link
                  to={`/admin/games/${game.id}`}
                  className="min-h-6 font-semibold wrap-anywhere hover:text-link"
                >
                  {game.name}
                </Link>
                <p className="text-sm text-muted">
                  <GamePriceText price={findGamePrice(prices, game.id)} />
                  {game.isHidden && ' · Hidden'}
                </p>
              </div>
              {!q && (
                <MoveForm
                  name={game.name}
                  values={{ gameId: String(game.id) }}
                  isFirst={page === 1 && index === 0}
                  isLast={page === pages && index === games.length - 1}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <Pager page={page} pages={pages} />
    </AdminPage>
  );
}
