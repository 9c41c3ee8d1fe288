import { Download } from 'lucide-react';
import { useEffect } from 'react';
import { checkGameFile, importGameFile } from '#domain/game-files/import-game-file.ts';
import { openGameFile } from '#domain/game-files/open-game-file.ts';
import { gameBundleLimits, gameFileConstants } from '#shared/constants/catalog/game-files.ts';
import { dateFormNames } from '#shared/constants/csv.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { gameFileInput } from '#shared/schemas/game-files.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { sendFiles } from '#web/lib/actions/submit-files-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { sentFormContext } from '#web/lib/sent-form-context.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { AdminPage } from '../../components/admin-page.tsx';
import { ImportFileForm } from '../../components/import-file-form.tsx';
import { GameFileReport } from '../../components/own-games/game-file-report.tsx';
import { runCatalogAction, runCatalogLoader } from '../../run-catalog-page.ts';
import type { Route } from './+types/import-games';

export const meta = guardedHead('Import and export games');

export const handle = { failure: 'Failed to load the form.' };

export const headers = formHeaders;

export async function loader(args: Route.LoaderArgs) {
  return runCatalogLoader(args, async () => ({}));
}

export async function action(args: Route.ActionArgs) {
  return runCatalogAction(args, async (ctx, form) => {
    const [file] = args.context.get(sentFormContext)?.files ?? [];
    if (!file) throw new AppError('bad-input', { fields: { file: 'Choose a file.' } });
    const { dates } = parseInput(gameFileInput, form);
    const given = { ...file, dates, folder: null, source: 'form' } as const;
    const read = form.get('intent') === 'import' ? importGameFile : checkGameFile;
    const { rows, ...report } = await openGameFile(given, (file) => read(ctx, file));
    // What needs attention comes first.
    const listed = rows.filter(({ outcome }) => outcome !== 'same');
    listed.sort((a, b) => Number(b.outcome === 'wrong') - Number(a.outcome === 'wrong'));
    const shown = listed.slice(0, gameFileConstants.reportMax);
    return {
      fileName: given.name,
      dates,
      report: { ...report, rows: shown, more: listed.length - shown.length },
    };
  });
}

export const clientAction = sendFiles<typeof action>('game-failed', {
  name: 'file',
  bytesMax: gameBundleLimits.form.zipBytesMax,
  totalMax: gameBundleLimits.form.zipBytesMax,
  text: 'Choose a file of at most 200 MB.',
});

/** Reads the games of the site from a file, and writes them to one. */
export default function ImportGames({ actionData: latest }: Route.ComponentProps) {
  const { data: actionData, failure } = useFormResult(latest);
  const done = actionData && 'report' in actionData ? actionData : null;
  const toast = useToast();

  useEffect(() => {
    if (done?.report.imported) toast.success('The games are imported.');
  }, [done, toast]);

  return (
    <AdminPage
      current="games"
      back={{ to: '/admin/games', label: 'Back to the games' }}
      title="Import and export games"
    >
      {failure && !failure.fields.file && <Alert tone="failure">{failure.message}</Alert>}
      {done && <GameFileReport fileName={done.fileName} report={done.report} />}
      <Panel title="Import">
        <p>
          A JSON or CSV file with the fields of the form of a game. JSON files can also have sales
          and card sets. A game of the site with the same name is changed, others are added, and
          games that are not in the file stay as they are. A zip with one such file at its top level
          can have pictures and lists of keys too, which the file names by their paths in the zip.
        </p>
        <ImportFileForm
          label="Import games"
          accept=".json,.csv,.tsv,.txt,.zip,application/json,text/csv,text/plain,application/zip"
          hint="Up to 5 MB and 1,000 games; a zip up to 200 MB and 200 new pictures. CSV as spreadsheets save it (CSV UTF-8 or Unicode Text), with the names of the columns in the first row. Platforms, developers, publishers and genres are separated by commas within a cell."
          error={failure?.fields.file}
          rule="If anything in the file is wrong, an import changes nothing and says what it is."
        >
          <SelectField
            name="dates"
            label="Dates in a CSV file"
            hint="How the column “released” is written."
            defaultValue={done?.dates ?? failure?.typed.dates ?? 'year-first'}
            options={dateFormNames}
          />
        </ImportFileForm>
      </Panel>
      <Panel title="Export">
        <p>
          All games of this site, also hidden ones, as an import reads them again. JSON has their
          sales and card sets too, and the zip has this JSON with their pictures. Keys are in no
          export.
        </p>
        <div className="flex flex-wrap gap-3">
          {(['json', 'csv', 'zip'] as const).map((format) => (
            <ButtonLink
              key={format}
              to={`/admin/games/export/games.${format}`}
              reloadDocument
              download
              prefetch="none"
              variant="quiet"
            >
              <Download aria-hidden />
              {format.toUpperCase()}
            </ButtonLink>
          ))}
        </div>
      </Panel>
    </AdminPage>
  );
}
