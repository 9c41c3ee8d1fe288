import { listPictures } from '#domain/gallery/list-pictures.ts';
import { galleryQuery } from '#shared/schemas/gallery.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import type { Route } from './+types/gallery-page.ts';

/** Returns the next pictures for a reader who scrolls: those `?after=…`. */
export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, _actor, url) =>
    listPictures(ctx, parseInput(galleryQuery, url.searchParams)),
  );
}

/** When the server cannot be reached, the loaded pictures stay and the page offers to try again. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader();
  } catch (error) {
    // The router follows a redirect.
    if (error instanceof Response) throw error;
    return { failed: true as const };
  }
}
