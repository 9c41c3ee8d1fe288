import { data } from 'react-router';
import type { Ctx } from '#domain/context.ts';
import { logMissingRole } from '#domain/permissions/missing-role.ts';
import { requireActor } from '#domain/permissions/require-actor.ts';
import { isCatalogEditor } from '#domain/permissions/require-catalog-editor.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { runFormAction } from '#web/lib/actions/form-action.ts';
import { readCatalogId } from '#web/lib/actions/read-catalog-id.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';

type Args = Parameters<typeof runLoader>[0];
type GameArgs = Args & { params: { gameId: string } };

/** Runs a loader for catalog editors and admins. For everybody else the pages of the games of the site do not exist. */
export function runCatalogLoader<T>(args: Args, read: (ctx: Ctx, url: URL) => Promise<T>) {
  return runLoader(args, async (ctx, url) => {
    if (isCatalogEditor(ctx.actor)) return read(ctx, url);
    logMissingRole(ctx, 'catalog-editor');
    throw data(null, { status: 404 });
  });
}

/** Runs a form for catalog editors and admins. A visitor is sent to the login. */
export function runCatalogAction<T>(args: Args, run: (ctx: Ctx, form: FormData) => Promise<T>) {
  return runFormAction(args, 'game-failed', async (ctx, form) => {
    if (isCatalogEditor(requireActor(ctx))) return run(ctx, form);
    logMissingRole(ctx, 'catalog-editor');
    throw new AppError('not-found');
  });
}

/** The same for a page of one game of the site. */
export function runGameLoader<T>(
  args: GameArgs,
  read: (ctx: Ctx, gameId: number, url: URL) => Promise<T>,
) {
  return runCatalogLoader(args, async (ctx, url) => read(ctx, readGameId(args), url));
}

/** The same for a form about one game of the site. */
export function runGameAction<T>(
  args: GameArgs,
  run: (ctx: Ctx, form: FormData, gameId: number) => Promise<T>,
) {
  return runCatalogAction(args, async (ctx, form) => run(ctx, form, readGameId(args)));
}

function readGameId({ params }: GameArgs): number {
  return readCatalogId(params.gameId, 'game-not-found');
}
