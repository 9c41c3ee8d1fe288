import { Eye, EyeOff, Gamepad2, SearchX } from 'lucide-react';
import { Link } from 'react-router';
import { listAllGames } from '#domain/catalog/all-games/list-all-games.ts';
import { setMinimumAges } from '#domain/catalog/all-games/set-minimum-ages.ts';
import { countTradingOfGame } from '#domain/moderation/hidden-games/count-trading-of-game.ts';
import { setGameHidden } from '#domain/moderation/hidden-games/set-game-hidden.ts';
import { setGamesHidden } from '#domain/moderation/hidden-games/set-games-hidden.ts';
import { allGamesConstants } from '#shared/constants/catalog/all-games.ts';
import type { GameSource } from '#shared/constants/catalog/game-sources.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { findGamePrice } from '#shared/format/amounts/find-game-price.ts';
import {
  allGamesQuery,
  changeGameInput,
  changeGamesInput,
  type GameFilter,
  gamesQuestion,
  minimumAgeInput,
} from '#shared/schemas/all-games.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { leaveOutDefaults, openPage } from '#web/lib/actions/list-redirects.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useToastedResult } from '#web/lib/actions/use-toasted-result.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { DialogLink } from '#web/ui/confirmation-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonForm } from '#web/ui/forms/button-form.tsx';
import { FormMessages } from '#web/ui/forms/form-messages.tsx';
import { GameCover } from '#web/ui/games/game-cover.tsx';
import { GamePriceText } from '#web/ui/games/game-price-text.tsx';
import { ListControls } from '#web/ui/lists/list-controls.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { AdminPage } from '../../components/admin-page.tsx';
import { AgeForm } from '../../components/own-games/age-form.tsx';
import { HideGameQuestion } from '../../components/own-games/hide-game-question.tsx';
import { HideGamesQuestion } from '../../components/own-games/hide-games-question.tsx';
import { runCatalogAction, runCatalogLoader } from '../../run-catalog-page.ts';
import type { Route } from './+types/all-games';

export const meta = guardedHead('All games');

export const handle = { failure: 'Failed to load the games.' };

const defaults = { q: '', source: 'all', genre: '', shown: 'all' };

export async function loader(args: Route.LoaderArgs) {
  return runCatalogLoader(args, async (ctx, url) => {
    const { page, ...filter } = parseInput(allGamesQuery, url.searchParams);
    leaveOutDefaults(url, defaults);
    const list = await openPage(url, listAllGames(ctx, { ...filter, page }), { page });
    const { ask } = parseInput(gamesQuestion, url.searchParams);
    const asked = list.games.find(({ id, isHidden }) => id === ask && !isHidden);
    return {
      ...list,
      filter,
      page,
      asksAll: ask === 'all' && list.hidden < list.total,
      asked: asked && { ...asked, trading: await countTradingOfGame(ctx, asked.id) },
    };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runCatalogAction(args, async (ctx, form) => {
    const intent = form.get('intent');
    const keepsTrading = form.get('keepsTrading') === 'yes';
    switch (intent) {
      case 'hide':
      case 'show': {
        const { gameId } = parseInput(changeGameInput, form);
        await setGameHidden(ctx, { gameId, isHidden: intent === 'hide', keepsTrading });
        return { done: intent === 'hide' ? 'The game is hidden.' : 'The game is shown.' };
      }
      case 'hide-all':
      case 'show-all': {
        const { expected, ...filter } = parseInput(changeGamesInput, form);
        const isHidden = intent === 'hide-all';
        const games = await setGamesHidden(ctx, { filter, isHidden, keepsTrading, expected });
        const are = games === 1 ? '1 game is' : `${games} games are`;
        const more = games < expected && games >= allGamesConstants.changedMax;
        return {
          done: `${are} ${isHidden ? 'hidden' : 'shown'}.${more ? ' Do it again for the others.' : ''}`,
        };
      }
      case 'age': {
        const { gameId } = parseInput(changeGameInput, form);
        const { minimumAge } = parseInput(minimumAgeInput, form);
        await setMinimumAges(ctx, { which: { gameId }, minimumAge });
        return { done: 'The age of the game is saved.' };
      }
      case 'age-of-all': {
        const { expected, ...filter } = parseInput(changeGamesInput, form);
        const { minimumAge } = parseInput(minimumAgeInput, form);
        const games = await setMinimumAges(ctx, { which: { filter, expected }, minimumAge });
        return { done: games === 1 ? '1 game is changed.' : `${games} games are changed.` };
      }
      default:
        throw new AppError('bad-input');
    }
  });
}

export const clientAction = sendForm<typeof action>('game-failed');

const sourceNames: Record<GameSource, string> = {
  bundle: 'Bundled with Guildhall',
  'games-database': 'Games database',
  own: 'Of this site',
};

/** All games of every source, which catalog editors hide and show again. */
export default function AllGames({ loaderData, actionData }: Route.ComponentProps) {
  const { games, prices, genres, filter, total, hidden, page, pages, asked, asksAll } = loaderData;
  const { done, failure } = useToastedResult(actionData);
  const { formatInteger } = useNumbers();
  const path = pathOf(filter, { page: page > 1 ? String(page) : '' });
  const values = { ...filter, expected: '' };
  const isFiltered = Object.entries(defaults).some(
    ([name, value]) => filter[name as keyof GameFilter] !== value,
  );
  const shown = total - hidden;
  return (
    <AdminPage
      current="games"
      title="All games"
      back={{ to: '/admin/games', label: 'Back to the games of this site' }}
    >
      <FormMessages done={done} failure={failure} />
      <ListControls
        label="All games"
        search="Search games"
        drop={['ask']}
        selects={[
          {
            name: 'source',
            label: 'From',
            value: filter.source,
            defaultValue: 'all',
            options: [
              { value: 'all', label: 'Everywhere' },
              ...Object.entries(sourceNames).map(([value, label]) => ({ value, label })),
            ],
          },
          {
            name: 'genre',
            label: 'Genre',
            value: filter.genre,
            defaultValue: '',
            options: [
              { value: '', label: 'All' },
              ...genres.map(({ slug, name }) => ({ value: slug, label: name })),
            ],
          },
          {
            name: 'shown',
            label: 'Show',
            value: filter.shown,
            defaultValue: 'all',
            options: [
              { value: 'all', label: 'All' },
              { value: 'shown', label: 'In the shop' },
              { value: 'hidden', label: 'Hidden' },
            ],
          },
        ]}
      />
      {games.length === 0 ? (
        <EmptyState
          icon={isFiltered ? SearchX : Gamepad2}
          action={
            isFiltered ? (
              <ButtonLink to="/admin/games/all">Show all games</ButtonLink>
            ) : (
              <ButtonLink to="/admin/games/new">Add the first game</ButtonLink>
            )
          }
        >
          {isFiltered ? 'No game was found.' : 'There are no games yet.'}
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-muted">
              {total === 1 ? '1 game' : `${formatInteger(total)} games`}
              {hidden > 0 && `, ${formatInteger(hidden)} hidden`}
            </p>
            <div className="flex flex-wrap items-center gap-3">
              <AgeForm
                label={`Age for these ${formatInteger(total)} games`}
                intent="age-of-all"
                values={{ ...values, expected: String(total) }}
                action={path}
                minimumAge={null}
              />
              {shown > 0 && (
                <DialogLink to={pathOf(filter, { ask: 'all' })} icon={EyeOff} size="md">
                  Hide {formatInteger(shown)}
                </DialogLink>
              )}
              {hidden > 0 && (
                <ButtonForm
                  values={{ ...values, intent: 'show-all', expected: String(hidden) }}
                  action={path}
                  size="md"
                >
                  <Eye aria-hidden />
                  Show {formatInteger(hidden)} again
                </ButtonForm>
              )}
            </div>
          </div>
          <ul className="divide-y divide-line overflow-hidden rounded-lg bg-surface shadow-lift">
            {games.map((game) => (
              <li key={game.id} className="flex flex-wrap items-center gap-x-5 gap-y-3 px-5 py-4">
                <div className="w-28 shrink-0 overflow-hidden rounded-md">
                  <GameCover src={game.backgroundImage} />
                </div>
                <div className="grid min-w-0 flex-1 basis-44 gap-0.5">
                  <Link
                    to={
                      game.source === 'own'
                        ? `/admin/games/${game.id}`
                        : `/admin/games/all/${game.id}`
                    }
                    className="min-h-6 font-semibold wrap-anywhere hover:text-link"
                  >
                    {game.name}
                  </Link>
                  <p className="text-sm text-muted">
                    {sourceNames[game.source]} ·{' '}
                    <GamePriceText price={findGamePrice(prices, game.id)} />
                    {game.minimumAge > 0 && ` · From ${game.minimumAge} years`}
                    {game.isForGroups && ' · For groups'}
                    {game.isHidden && ' · Hidden'}
                    {game.keepsTrading && ', its cards are traded'}
                  </p>
                </div>
                <AgeForm
                  label={`Age for ${game.name}`}
                  intent="age"
                  values={{ gameId: String(game.id) }}
                  action={path}
                  minimumAge={game.minimumAge}
                />
                {game.isHidden ? (
                  <ButtonForm
                    values={{ intent: 'show', gameId: String(game.id) }}
                    action={path}
                    aria-label={`Show ${game.name} again`}
                  >
                    <Eye aria-hidden />
                    Show again
                  </ButtonForm>
                ) : (
                  <DialogLink
                    to={pathOf(filter, {
                      page: page > 1 ? String(page) : '',
                      ask: String(game.id),
                    })}
                    icon={EyeOff}
                    aria-label={`Hide ${game.name}`}
                  >
                    Hide
                  </DialogLink>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <HideGameQuestion
        trading={asked?.trading ?? null}
        name={asked?.name ?? ''}
        values={{ gameId: String(asked?.id ?? '') }}
        path={path}
      />
      <HideGamesQuestion open={asksAll} games={shown} values={values} path={path} />
      <Pager page={page} pages={pages} label="Pages of the games" />
    </AdminPage>
  );
}

/** The path of the list with its filter, without defaults. */
function pathOf(filter: GameFilter, more: Record<string, string>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filter, ...more })) {
    if (value && value !== defaults[name as keyof GameFilter]) query.set(name, value);
  }
  return query.size > 0 ? `/admin/games/all?${query}` : '/admin/games/all';
}
