import { ArrowDown, ArrowUp, FileUp, Gamepad2, Plus, SearchX } from 'lucide-react';
import { Form, Link } from 'react-router';
import { listOwnGames } from '#domain/catalog/own-games/list-own-games.ts';
import { moveOwnGame } from '#domain/catalog/own-games/move-own-game.ts';
import { findGamePrice } from '#shared/format/find-game-price.ts';
import { moveGameInput, ownGamesQuery } from '#shared/schemas/own-games.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { findCanonicalPath, pagePath } from '#web/lib/actions/canonical-page-path.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { GameCover } from '#web/ui/games/game-cover.tsx';
import { GamePriceText } from '#web/ui/games/game-price-text.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { AdminPage } from '../components/admin-page.tsx';
import { requireCatalogForm, requireCatalogPage } from '../require-catalog-page.ts';
import type { Route } from './+types/own-games';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? 'Games of this site' : 'Not found', matches);

export const handle = { failure: 'Failed to load the games.' };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    requireCatalogPage(ctx);
    const { q, page } = parseInput(ownGamesQuery, url.searchParams);
    const canonicalPath = findCanonicalPath(url, { q: '' });
    if (canonicalPath !== null) throw redirect(canonicalPath);
    const list = await listOwnGames(ctx, { q, page });
    if (page > list.pages) throw redirect(pagePath(url, list.pages));
    return { ...list, q, page };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'game-failed', async (ctx, form) => {
    requireCatalogForm(ctx);
    const input = parseInput(moveGameInput, form);
    await moveOwnGame(ctx, { gameId: input.gameId, by: input.intent === 'up' ? -1 : 1 });
    return { saved: true as const };
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitToServer(args, 'game-failed');
}

/** The games of the site, for catalog editors. */
export default function OwnGames({ loaderData, actionData }: Route.ComponentProps) {
  const { games, prices, q, page, pages, total } = loaderData;
  const failure = useFormError(actionData);
  return (
    <AdminPage current="games">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 className="text-xl">Games of this site</h2>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/admin/games/import" variant="quiet">
            <FileUp aria-hidden />
            Import and export
          </ButtonLink>
          <ButtonLink to="/admin/games/new">
            <Plus aria-hidden />
            New game
          </ButtonLink>
        </div>
      </div>
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
                <Form method="post" preventScrollReset className="flex gap-2">
                  <input type="hidden" name="gameId" value={game.id} />
                  <Button
                    variant="quiet"
                    size="sm"
                    name="intent"
                    value="up"
                    disabled={page === 1 && index === 0}
                  >
                    <ArrowUp aria-hidden />
                    <span className="sr-only">Move {game.name} up</span>
                  </Button>
                  <Button
                    variant="quiet"
                    size="sm"
                    name="intent"
                    value="down"
                    disabled={page === pages && index === games.length - 1}
                  >
                    <ArrowDown aria-hidden />
                    <span className="sr-only">Move {game.name} down</span>
                  </Button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
      <Pager page={page} pages={pages} />
    </AdminPage>
  );
}
