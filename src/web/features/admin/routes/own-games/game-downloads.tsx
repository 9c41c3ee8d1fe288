import { useNavigate } from 'react-router';
import { getOwnGameName } from '#domain/catalog/own-games/list-own-games.ts';
import {
  editDownload,
  moveDownload,
  removeDownload,
  setDownloadHidden,
} from '#domain/downloads/change-downloads.ts';
import { listDownloadsForEditors } from '#domain/downloads/list-downloads.ts';
import { AppError, appErrors } from '#shared/errors/app-error.ts';
import { formatFileSize } from '#shared/format/file-size.ts';
import {
  downloadInput,
  downloadsQuery,
  downloadTextsInput,
} from '#shared/schemas/game-library/downloads.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useToastedResult } from '#web/lib/actions/use-toasted-result.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { RemovalDialog } from '#web/ui/confirmation-dialog.tsx';
import { FormMessages } from '#web/ui/forms/form-messages.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { AdminPage } from '../../components/admin-page.tsx';
import { DownloadItem } from '../../components/own-games/download-item.tsx';
import { SendDownloadForm } from '../../components/own-games/send-download-form.tsx';
import { runGameAction, runGameLoader } from '../../run-catalog-page.ts';
import type { Route } from './+types/game-downloads';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? `Downloads of ${loaderData.name}` : 'Not found', matches);

export const handle = { failure: 'Failed to load the downloads of this game.' };

export const headers = formHeaders;

export async function loader(args: Route.LoaderArgs) {
  return runGameLoader(args, async (ctx, gameId, url) => {
    const names = ['remove', 'replace', 'done', 'failed'] as const;
    const query = parseInput(
      downloadsQuery,
      Object.fromEntries(names.map((name) => [name, url.searchParams.get(name)])),
    );
    const [name, listed] = await Promise.all([
      getOwnGameName(ctx, gameId),
      listDownloadsForEditors(ctx, gameId),
    ]);
    const { failed, ...asked } = query;
    const isCode = failed !== null && Object.hasOwn(appErrors, failed);
    const failedText = isCode ? appErrors[failed as keyof typeof appErrors].text : null;
    return { gameId, name, ...asked, failedText, ...listed, limits: ctx.rules.downloads };
  });
}

export async function action(args: Route.ActionArgs) {
  return runGameAction(args, async (ctx, form, gameId) => {
    const intent = form.get('intent');
    switch (intent) {
      case 'edit':
        await editDownload(ctx, { gameId, ...parseInput(downloadTextsInput, form) });
        return { done: 'The texts are saved.' };
      case 'up':
      case 'down': {
        const { downloadId } = parseInput(downloadInput, form);
        await moveDownload(ctx, { gameId, downloadId, by: intent === 'up' ? -1 : 1 });
        return { done: 'The order is saved.' };
      }
      case 'hide':
      case 'show': {
        const { downloadId } = parseInput(downloadInput, form);
        await setDownloadHidden(ctx, { gameId, downloadId, hidden: intent === 'hide' });
        return { done: intent === 'hide' ? 'The download is hidden.' : 'All owners get it.' };
      }
      case 'remove':
        await removeDownload(ctx, { gameId, ...parseInput(downloadInput, form) });
        return { done: 'The download is removed.' };
      default:
        throw new AppError('bad-input');
    }
  });
}

export const clientAction = sendForm<typeof action>('game-failed');

/** The files that owners of a game of the site download. */
export default function GameDownloads({ loaderData, actionData }: Route.ComponentProps) {
  const { gameId, name, downloads, totalBytes, limits, remove, replace } = loaderData;
  const { fileBytesMax, perGameMax, totalBytesMax } = limits;
  const { done, failure } = useToastedResult(actionData);
  const navigate = useNavigate();
  const path = `/admin/games/${gameId}/downloads`;
  const removed = downloads.find(({ id }) => id === remove) ?? null;
  const replaced = downloads.find(({ id }) => id === replace) ?? null;
  const { failedText, done: sent } = loaderData;
  const sentText = sent && (sent === 'added' ? 'The download is added.' : 'The file is replaced.');

  return (
    <AdminPage
      failure={failure}
      current="games"
      back={{ to: `/admin/games/${gameId}`, label: 'Back to the game' }}
      title={`Downloads of ${name}`}
    >
      <FormMessages done={done ?? sentText} failure={failure} />
      {!failure && failedText && <Alert tone="failure">{failedText}</Alert>}
      <RemovalDialog
        open={removed !== null}
        title={`Remove ${removed?.name ?? 'this download'}?`}
        path={path}
        values={{ intent: 'remove', downloadId: removed?.id ?? '' }}
        button="Remove"
      >
        <p>
          Its file is deleted, and nobody can download it any more, also players who bought the game
          for it.
        </p>
      </RemovalDialog>
      {replaced && (
        <Panel title={`Replace the file of ${replaced.name}`}>
          <p className="max-w-prose text-muted">
            Owners get the new file from then on, and the present one is deleted. A download that
            was interrupted starts again.
          </p>
          <SendDownloadForm
            key={replaced.id}
            gameId={gameId}
            fileBytesMax={fileBytesMax}
            replaced={replaced}
            onSent={() => void navigate(path, { replace: true, preventScrollReset: true })}
          />
        </Panel>
      )}
      <Panel title={`Downloads (${downloads.length} of ${perGameMax})`}>
        <p className="max-w-prose text-muted">
          Players who own the game find these files on its page and in their library. Nobody else
          can download them.
        </p>
        {downloads.length > 0 && (
          <ol className="grid gap-4">
            {downloads.map((download, index) => (
              <DownloadItem
                key={download.id}
                download={download}
                index={index}
                count={downloads.length}
                path={path}
              />
            ))}
          </ol>
        )}
        <p className="text-sm text-muted">
          The downloads of all games have {formatFileSize(totalBytes)} of{' '}
          {formatFileSize(totalBytesMax)}.
        </p>
      </Panel>
      {totalBytesMax === 0 ? (
        <Alert>{appErrors['downloads-off'].text}</Alert>
      ) : downloads.length >= perGameMax ? (
        <Alert>{appErrors['downloads-of-game'].text}</Alert>
      ) : (
        <Panel title="Add a download">
          <SendDownloadForm gameId={gameId} fileBytesMax={fileBytesMax} replaced={null} />
        </Panel>
      )}
    </AdminPage>
  );
}
