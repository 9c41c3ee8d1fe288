import { openDataExport } from '#domain/data-export/get-data-export.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { createFileResponse } from '#web/lib/create-file-response.ts';
import type { Route } from './+types/data-export-file';

/** The zip of the actor's own data. */
export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, { username }) =>
    createFileResponse(args.request, {
      ...(await openDataExport(ctx)),
      name: `guildhall-${username}.zip`,
      contentType: 'application/zip',
    }),
  );
}
