import { listPictures } from '#domain/gallery/list-pictures.ts';
import { galleryQuery } from '#shared/schemas/gallery.ts';
import { parse, runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import type { Route } from './+types/gallery-page.ts';

/** What the gallery shows next to whoever scrolls: the pictures `?after=…`. */
export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, _actor, url) =>
    listPictures(ctx, parse(galleryQuery, url.searchParams)),
  );
}

/** What was loaded before stays when the server cannot be reached; the page offers to try again. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader();
  } catch (error) {
    // Where it leads to is the router's.
    if (error instanceof Response) throw error;
    return { failed: true as const };
  }
}
