import { Download, FileCheck, FileUp } from 'lucide-react';
import { useEffect } from 'react';
import { Form } from 'react-router';
import {
  checkGameFile,
  importGameFile,
} from '#domain/administration/game-files/import-game-file.ts';
import { gameFileConstants } from '#shared/constants/game-files.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { checkFileSizes, requireFiles } from '#web/lib/actions/sent-files.ts';
import { submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { FileField } from '#web/ui/file-field.tsx';
import { PageBack } from '#web/ui/page.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { AdminPage } from '../components/admin-page.tsx';
import { GameFileReport } from '../components/game-file-report.tsx';
import { requireCatalogForm, requireCatalogPage } from '../require-catalog-page.ts';
import type { Route } from './+types/import-games';

const largeFile = 'Choose a file of at most 5 MB.';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? 'Import and export games' : 'Not found', matches);

export const handle = { failure: 'Failed to load the form.' };

export const headers = formHeaders;

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx) => {
    requireCatalogPage(ctx);
    return {};
  });
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'game-failed', async (ctx, form) => {
    requireCatalogForm(ctx);
    const [file] = requireFiles(form, 'file', 'Choose a file.');
    if (!file || file.size > gameFileConstants.bytesMax)
      throw new AppError('bad-input', { fields: { file: largeFile } });
    const format = /\.csv$/i.test(file.name) ? 'csv' : 'json';
    const sent = { bytes: new Uint8Array(await file.arrayBuffer()), format } as const;
    const read = form.get('intent') === 'import' ? importGameFile : checkGameFile;
    const { rows, ...report } = await read(ctx, sent);
    // What needs attention comes first.
    const listed = rows.filter(({ outcome }) => outcome !== 'same');
    listed.sort((a, b) => Number(b.outcome === 'wrong') - Number(a.outcome === 'wrong'));
    const shown = listed.slice(0, gameFileConstants.reportMax);
    return {
      fileName: file.name,
      report: { ...report, rows: shown, more: listed.length - shown.length },
    };
  });
}

export async function clientAction(args: Route.ClientActionArgs) {
  const { bytesMax } = gameFileConstants;
  const failed = await checkFileSizes(args.request, { name: 'file', bytesMax, text: largeFile });
  return failed ?? submitToServer(args, 'game-failed');
}

/** Reads the games of the site from a file, and writes them to one. */
export default function ImportGames({ actionData: latest }: Route.ComponentProps) {
  const actionData = useLastActionData(latest);
  const failure = useFormError(actionData);
  const done = actionData && 'report' in actionData ? actionData : null;
  const toast = useToast();
  const [checking, importing] = [usePending({ intent: 'check' }), usePending({ intent: 'import' })];

  useEffect(() => {
    if (done?.report.imported) toast.success('The games are imported.');
  }, [done, toast]);

  return (
    <AdminPage current="games">
      <div>
        <PageBack to="/admin/games" label="Back to the games" />
        <h2 className="text-xl">Import and export games</h2>
      </div>
      {failure && !failure.fields.file && <Alert tone="failure">{failure.message}</Alert>}
      {done && <GameFileReport fileName={done.fileName} report={done.report} />}
      <Panel title="Import">
        <p>
          A JSON or CSV file with the fields of the form of a game. JSON files can also have sales
          and card sets. A game of the site with the same name is changed, others are added, and
          games that are not in the file stay as they are. Pictures and keys are imported in a
          terminal only.
        </p>
        <Form
          method="post"
          encType="multipart/form-data"
          preventScrollReset
          aria-label="Import games"
          className="grid gap-5"
        >
          <FileField
            label="File"
            name="file"
            required
            accept=".json,.csv,application/json,text/csv"
            hint="In UTF-8, up to 5 MB and 1,000 games. Platforms, developers, publishers and genres are separated by commas."
            error={failure?.fields.file}
          />
          <div className="flex flex-wrap gap-3">
            <Button name="intent" value="check" variant="quiet" pending={checking}>
              <FileCheck aria-hidden />
              Check only
            </Button>
            <Button name="intent" value="import" pending={importing}>
              <FileUp aria-hidden />
              Import
            </Button>
          </div>
          <p className="text-sm text-muted">
            If anything in the file is wrong, an import changes nothing and says what it is.
          </p>
        </Form>
      </Panel>
      <Panel title="Export">
        <p>
          All games of this site, also hidden ones, as an import reads them again. JSON has their
          sales and card sets too. Pictures and keys are in no export.
        </p>
        <div className="flex flex-wrap gap-3">
          {(['json', 'csv'] as const).map((format) => (
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
