import { issueUploadPass } from '#domain/pictures/upload-signature.ts';
import { isRefusal } from '#shared/refusals.ts';
import { loadGuarded } from '../door.ts';
import type { Route } from './+types/camera-pass.ts';

/** What the upload client needs to upload in the player's name, for a few minutes. */
export async function loader(args: Route.LoaderArgs) {
  return loadGuarded(args, async (ctx) => {
    try {
      return Response.json(await issueUploadPass(ctx), {
        headers: { 'Cache-Control': 'no-store' },
      });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return Response.json({ refusal: error.message }, { status: error.status });
    }
  });
}
