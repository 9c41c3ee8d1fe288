import { useEffect } from 'react';
import { getOwnGameName } from '#domain/catalog/own-games/list-own-games.ts';
import type { Ctx } from '#domain/context.ts';
import {
  getWebGame,
  getZipBytesMax,
  removeWebGame,
} from '#domain/downloads/web-games/change-web-game.ts';
import { zipProblems } from '#domain/downloads/web-games/zip-problems.ts';
import { getGameLinks, setGameLinks } from '#domain/game-library/delivery/game-links.ts';
import {
  type AddedKeys,
  addGameKeys,
  countGameKeys,
  removeUnusedKeys,
  setKeysRequired,
} from '#domain/game-library/keys/change-game-keys.ts';
import { readSentFile } from '#domain/game-library/keys/sent-keys.ts';
import { gameKeyConstants } from '#shared/constants/game-keys.ts';
import { AppError, appErrors } from '#shared/errors/app-error.ts';
import {
  gameDeliveryQuery,
  gameKeysInput,
  gameLinksInput,
  keyColumnInput,
} from '#shared/schemas/game-delivery.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { readCatalogId } from '#web/lib/actions/read-catalog-id.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { checkFileSizes, readFiles } from '#web/lib/actions/sent-files.ts';
import { submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { RemovalDialog } from '#web/ui/confirmation-dialog.tsx';
import { PageBack } from '#web/ui/page.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { AdminPage } from '../components/admin-page.tsx';
import { GameKeysPanel } from '../components/game-keys-panel.tsx';
import { GameLinksPanel } from '../components/game-links-panel.tsx';
import { WebGamePanel } from '../components/web-game-panel.tsx';
import { requireCatalogForm, requireCatalogPage } from '../require-catalog-page.ts';
import type { Route } from './+types/game-delivery';

const largeFile = 'Choose a file of at most 1 MB.';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? `What owners of ${loaderData.name} get` : 'Not found', matches);

export const handle = { failure: 'Failed to load what owners of this game get.' };

export const headers = formHeaders;

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    requireCatalogPage(ctx);
    const gameId = readCatalogId(args.params.gameId, 'game-not-found');
    const { ask, done, failed, why } = parseInput(gameDeliveryQuery, {
      ask: url.searchParams.get('ask'),
      done: url.searchParams.get('done'),
      failed: url.searchParams.get('failed'),
      why: url.searchParams.get('why'),
    });
    const [name, links, keys, webGame] = await Promise.all([
      getOwnGameName(ctx, gameId),
      getGameLinks(ctx, gameId),
      countGameKeys(ctx, gameId),
      getWebGame(ctx, gameId),
    ]);
    const upload = {
      isOn: ctx.site.gamesOrigin !== null,
      fileBytesMax: getZipBytesMax(ctx.rules.downloads),
      isDone: done !== null,
      failedText: failed === null ? null : getFailedText(failed, why),
    };
    return { gameId, name, ask, links, keys, webGame, upload };
  });
}

/** Why the server did not accept a zip that was sent without scripts; null if the query names no error. */
function getFailedText(code: string, why: string | null): string | null {
  if (why !== null && Object.hasOwn(zipProblems, why))
    return zipProblems[why as keyof typeof zipProblems];
  return Object.hasOwn(appErrors, code) ? appErrors[code as keyof typeof appErrors].text : null;
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'game-failed', async (ctx, form) => {
    requireCatalogForm(ctx);
    const gameId = readCatalogId(args.params.gameId, 'game-not-found');
    const intent = form.get('intent');
    switch (intent) {
      case 'links':
        await setGameLinks(ctx, { gameId, ...parseInput(gameLinksInput, form) });
        return { successText: 'The addresses are saved.' };
      case 'add-keys': {
        const sent = await readKeys(ctx, form);
        if ('preview' in sent) return { successText: null, preview: sent.preview };
        return reportKeys(await addGameKeys(ctx, { gameId, ...sent }));
      }
      case 'add-keys-of-column': {
        const { table, column, firstRow } = parseInput(keyColumnInput, form);
        const sent = { table, column: { column, hasHeading: firstRow } };
        return reportKeys(await addGameKeys(ctx, { gameId, ...sent }));
      }
      case 'remove-keys': {
        const { removed } = await removeUnusedKeys(ctx, { gameId });
        return {
          successText: removed === 1 ? 'One key is removed.' : `${removed} keys are removed.`,
        };
      }
      case 'remove-web-game':
        await removeWebGame(ctx, { gameId });
        return { successText: 'The uploaded game is removed.' };
      case 'require-keys':
      case 'end-keys': {
        const required = intent === 'require-keys';
        await setKeysRequired(ctx, { gameId, required });
        return {
          successText: required ? 'Each purchase gets a key.' : 'Purchases get no key any more.',
        };
      }
      default:
        throw new AppError('bad-input');
    }
  });
}

/** The keys of the form: pasted, or from a file. */
async function readKeys(ctx: Ctx, form: FormData) {
  const { list } = parseInput(gameKeysInput, { list: form.get('list') ?? '' });
  const [file] = readFiles(form, 'file');
  if (!file) return { list };
  const reject = (text: string) => new AppError('bad-input', { fields: { file: text } });
  if (file.size > gameKeyConstants.fileBytesMax) throw reject(largeFile);
  if (list.trim() !== '') throw reject('Paste keys or choose a file, not both.');
  return readSentFile(ctx, { name: file.name, bytes: await file.bytes() });
}

function reportKeys(report: AddedKeys) {
  const { added } = report;
  const successText =
    added === 0 ? null : added === 1 ? 'One key is added.' : `${added} keys are added.`;
  return { successText, report };
}

export async function clientAction(args: Route.ClientActionArgs) {
  const { fileBytesMax: bytesMax } = gameKeyConstants;
  const failed = await checkFileSizes(args.request, { name: 'file', bytesMax, text: largeFile });
  return failed ?? submitToServer(args, 'game-failed');
}

/** What the owners of a game of the site get. */
export default function GameDelivery({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { gameId, name, ask, links, keys, webGame, upload } = loaderData;
  const actionData = useLastActionData(latest);
  const failure = useFormError(actionData);
  const done = actionData && 'successText' in actionData ? actionData : null;
  const report = (done && 'report' in done && done.report) || null;
  const preview = (done && 'preview' in done && done.preview) || null;
  const keysFailure = failure?.typed.intent?.startsWith('add-keys') ? failure : null;
  const toast = useToast();
  const path = `/admin/games/${gameId}/delivery`;

  useEffect(() => {
    if (done?.successText) toast.success(done.successText);
  }, [done, toast]);

  return (
    <AdminPage current="games">
      <div className="min-w-0">
        <PageBack to={`/admin/games/${gameId}`} label="Back to the game" />
        <h2 className="text-xl wrap-anywhere">What owners of {name} get</h2>
      </div>
      {done?.successText && <Alert tone="success">{done.successText}</Alert>}
      {!done && upload.isDone && <Alert tone="success">The game is uploaded.</Alert>}
      {failure && <Alert tone="failure">{failure.message}</Alert>}
      {!failure && upload.failedText && <Alert tone="failure">{upload.failedText}</Alert>}
      <RemovalDialog
        open={ask === 'remove-keys' && keys.left > 0}
        title="Remove the unused keys?"
        path={path}
        values={{ intent: 'remove-keys' }}
        button="Remove"
      >
        <p>
          {keys.left === 1 ? 'One key' : `${keys.left} keys`} that nobody got yet will be deleted.
          Buyers keep theirs.
        </p>
      </RemovalDialog>
      <RemovalDialog
        open={ask === 'remove-web-game' && webGame !== null}
        title="Remove the uploaded game?"
        path={path}
        values={{ intent: 'remove-web-game' }}
        button="Remove"
      >
        <p>Its files are deleted, and nobody can play it here any more, also owners of the game.</p>
      </RemovalDialog>
      <GameLinksPanel
        links={links}
        failure={failure?.typed.intent === 'links' ? failure : null}
        path={path}
      />
      <WebGamePanel
        gameId={gameId}
        game={webGame}
        isOn={upload.isOn}
        fileBytesMax={upload.fileBytesMax}
        path={path}
      />
      <GameKeysPanel
        counts={keys}
        report={report}
        preview={preview}
        failure={keysFailure}
        path={path}
      />
    </AdminPage>
  );
}
