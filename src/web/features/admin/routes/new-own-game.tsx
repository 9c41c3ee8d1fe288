import { listRolesForGames } from '#domain/catalog/own-games/list-own-games.ts';
import { createOwnGame } from '#domain/catalog/own-games/save-own-game.ts';
import { getRules } from '#domain/site/current-rules.ts';
import { ownGameInput } from '#shared/schemas/own-games.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { PageBack } from '#web/ui/page.tsx';
import { AdminPage } from '../components/admin-page.tsx';
import { OwnGameForm } from '../components/own-game-form.tsx';
import { joinGenres, requireCatalogForm, requireCatalogPage } from '../require-catalog-page.ts';
import type { Route } from './+types/new-own-game';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? 'New game' : 'Not found', matches);

export const handle = { failure: 'Failed to load the form.' };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx) => {
    requireCatalogPage(ctx);
    const { gamePriceCents: defaultPrice } = await getRules(ctx);
    return { roles: await listRolesForGames(ctx), defaultPrice };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'game-failed', async (ctx, form) => {
    requireCatalogForm(ctx);
    const { gameId } = await createOwnGame(ctx, parseInput(ownGameInput, joinGenres(form)));
    throw redirect(`/admin/games/${gameId}`);
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitToServer(args, 'game-failed');
}

/** The form that adds a game of the site. */
export default function NewOwnGame({ loaderData, actionData }: Route.ComponentProps) {
  const failure = useFormError(useLastActionData(actionData));
  return (
    <AdminPage current="games">
      <div>
        <PageBack to="/admin/games" label="Back to the games" />
        <h2 className="text-xl">New game</h2>
      </div>
      <OwnGameForm game={null} {...loaderData} failure={failure} />
    </AdminPage>
  );
}
