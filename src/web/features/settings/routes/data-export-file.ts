import { Readable } from 'node:stream';
import { openDataExport } from '#domain/data-export/get-data-export.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import type { Route } from './+types/data-export-file';

/** The zip of the actor's own data. */
export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, { username }) => {
    const { stream, bytes } = await openDataExport(ctx);
    return new Response(Readable.toWeb(stream) as ReadableStream, {
      headers: {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="guildhall-${username}.zip"`,
        'Cache-Control': 'private, no-store',
        ...(bytes !== null && { 'Content-Length': String(bytes) }),
      },
    });
  });
}
