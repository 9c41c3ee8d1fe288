import { redirect } from '#web/lib/actions/redirect.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { requireCatalogPage } from '../require-catalog-page.ts';
import type { Route } from './+types/admin';

/** `/admin` leads to the first section. */
export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx) => {
    requireCatalogPage(ctx);
    throw redirect('/admin/games');
  });
}
