import { Readable } from 'node:stream';
import { data } from 'react-router';
import { exportGamesZip } from '#domain/game-files/export-games-zip.ts';
import { exportOwnGames, exportOwnGamesAsRows } from '#domain/game-files/export-own-games.ts';
import { gameFileColumns } from '#shared/constants/catalog/game-files.ts';
import { streamCsv } from '#web/lib/stream-csv.ts';
import { runCatalogLoader } from '../../run-catalog-page.ts';
import type { Route } from './+types/export-games';

/** The games of the site as a file: `games.json`, `games.csv`, or `games.zip` with their pictures. */
export async function loader(args: Route.LoaderArgs) {
  return runCatalogLoader(args, async (ctx) => {
    const { file } = args.params;
    if (file === 'games.csv') {
      const format = { fileName: file, header: gameFileColumns, decimals: 2 };
      return streamCsv(exportOwnGamesAsRows(ctx), format);
    }
    if (file === 'games.zip') {
      const zip = await exportGamesZip(ctx);
      return new Response(Readable.toWeb(zip) as ReadableStream<Uint8Array>, {
        headers: {
          'Content-Type': 'application/zip',
          'Content-Disposition': `attachment; filename="${file}"`,
        },
      });
    }
    if (file !== 'games.json') throw data(null, { status: 404 });
    return new Response(JSON.stringify(await exportOwnGames(ctx), null, 2), {
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': `attachment; filename="${file}"`,
      },
    });
  });
}
