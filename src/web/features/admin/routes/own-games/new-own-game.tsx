import { listRolesForGames } from '#domain/catalog/own-games/list-own-games.ts';
import { createOwnGame } from '#domain/catalog/own-games/save-own-game.ts';
import { getRules } from '#domain/site/current-rules.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { AdminPage } from '../../components/admin-page.tsx';
import { OwnGameForm } from '../../components/own-games/own-game-form.tsx';
import { readOwnGame } from '../../read-own-game.ts';
import { runCatalogAction, runCatalogLoader } from '../../run-catalog-page.ts';
import type { Route } from './+types/new-own-game';

export const meta = guardedHead('New game');

export const handle = { failure: 'Failed to load the form.' };

export async function loader(args: Route.LoaderArgs) {
  return runCatalogLoader(args, async (ctx) => {
    const { gamePriceCents: defaultPrice } = await getRules(ctx);
    return { roles: await listRolesForGames(ctx), defaultPrice };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runCatalogAction(args, async (ctx, form) => {
    const { gameId } = await createOwnGame(ctx, readOwnGame(form));
    throw redirect(`/admin/games/${gameId}`);
  });
}

export const clientAction = sendForm<typeof action>('game-failed');

/** The form that adds a game of the site. */
export default function NewOwnGame({ loaderData, actionData }: Route.ComponentProps) {
  const { failure } = useFormResult(actionData);
  return (
    <AdminPage
      current="games"
      failure={failure}
      back={{ to: '/admin/games', label: 'Back to the games' }}
      title="New game"
    >
      <OwnGameForm game={null} {...loaderData} />
    </AdminPage>
  );
}
