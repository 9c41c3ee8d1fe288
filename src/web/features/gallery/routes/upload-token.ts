import { issueUploadToken } from '#domain/gallery/uploads/upload-token.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import type { Route } from './+types/upload-token.ts';

/** Returns the signature with which the upload client may upload in the player's name for ten minutes. */
export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx) => {
    try {
      return Response.json(await issueUploadToken(ctx), {
        headers: { 'Cache-Control': 'no-store' },
      });
    } catch (error) {
      if (!isAppError(error)) throw error;
      return Response.json({ error: error.message }, { status: error.status });
    }
  });
}
