import { getOwnGameName } from '#domain/catalog/own-games/list-own-games.ts';
import type { Ctx } from '#domain/context.ts';
import {
  getWebGame,
  getZipBytesMax,
  removeWebGame,
} from '#domain/downloads/web-games/change-web-game.ts';
import { zipProblems } from '#domain/downloads/web-games/zip-problems.ts';
import {
  getOwnerAddresses,
  setOwnerAddresses,
} from '#domain/game-library/delivery/owner-addresses.ts';
import {
  getGameIsolation,
  setGameIsolation,
} from '#domain/game-library/delivery/set-game-isolation.ts';
import {
  type AddedKeys,
  addGameKeys,
  countGameKeys,
  removeUnusedKeys,
  setKeysRequired,
} from '#domain/game-library/keys/change-game-keys.ts';
import { readSentFile } from '#domain/game-library/keys/sent-keys.ts';
import { gameKeyConstants } from '#shared/constants/game-library/game-keys.ts';
import { AppError, appErrors } from '#shared/errors/app-error.ts';
import {
  gameDeliveryQuery,
  gameIsolationInput,
  gameKeysInput,
  gameLinksInput,
  keyColumnInput,
} from '#shared/schemas/game-library/game-delivery.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { readFiles } from '#web/lib/actions/file-sizes.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { sendFiles } from '#web/lib/actions/submit-files-to-server.ts';
import { useToastedResult } from '#web/lib/actions/use-toasted-result.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { RemovalDialog } from '#web/ui/confirmation-dialog.tsx';
import { FormMessages } from '#web/ui/forms/form-messages.tsx';
import { AdminPage } from '../../components/admin-page.tsx';
import { GameKeysPanel } from '../../components/own-games/game-keys-panel.tsx';
import { GameLinksPanel } from '../../components/own-games/game-links-panel.tsx';
import { WebGamePanel } from '../../components/own-games/web-game-panel.tsx';
import { runGameAction, runGameLoader } from '../../run-catalog-page.ts';
import type { Route } from './+types/game-delivery';

const largeFile = 'Choose a file of at most 1 MB.';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? `What owners of ${loaderData.name} get` : 'Not found', matches);

export const handle = { failure: 'Failed to load what owners of this game get.' };

export const headers = formHeaders;

export async function loader(args: Route.LoaderArgs) {
  return runGameLoader(args, async (ctx, gameId, url) => {
    const { ask, done, failed, why } = parseInput(gameDeliveryQuery, {
      ask: url.searchParams.get('ask'),
      done: url.searchParams.get('done'),
      failed: url.searchParams.get('failed'),
      why: url.searchParams.get('why'),
    });
    const [name, links, keys, webGame, isIsolated] = await Promise.all([
      getOwnGameName(ctx, gameId),
      getOwnerAddresses(ctx, gameId),
      countGameKeys(ctx, gameId),
      getWebGame(ctx, gameId),
      getGameIsolation(ctx, gameId),
    ]);
    const upload = {
      isOn: ctx.site.gamesOrigin !== null,
      fileBytesMax: getZipBytesMax(ctx.rules.downloads),
      isDone: done !== null,
      failedText: failed === null ? null : getFailedText(failed, why),
    };
    return { gameId, name, ask, links, keys, webGame, isIsolated, upload };
  });
}

/** Why the server did not accept a zip that was sent without scripts; null if the query names no error. */
function getFailedText(code: string, why: string | null): string | null {
  if (why !== null && Object.hasOwn(zipProblems, why))
    return zipProblems[why as keyof typeof zipProblems];
  return Object.hasOwn(appErrors, code) ? appErrors[code as keyof typeof appErrors].text : null;
}

export async function action(args: Route.ActionArgs) {
  return runGameAction(args, async (ctx, form, gameId) => {
    const intent = form.get('intent');
    switch (intent) {
      case 'links':
        await setOwnerAddresses(ctx, { gameId, ...parseInput(gameLinksInput, form) });
        return { done: 'The addresses are saved.' };
      case 'isolation': {
        const isIsolated = parseInput(gameIsolationInput, form).isolated;
        await setGameIsolation(ctx, { gameId, isIsolated });
        return {
          done: isIsolated ? 'The game is isolated.' : 'The game is not isolated any more.',
        };
      }
      case 'add-keys': {
        const sent = await readKeys(ctx, form);
        if ('preview' in sent) return { done: null, preview: sent.preview };
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
          done: removed === 1 ? 'One key is removed.' : `${removed} keys are removed.`,
        };
      }
      case 'remove-web-game':
        await removeWebGame(ctx, { gameId });
        return { done: 'The uploaded game is removed.' };
      case 'require-keys':
      case 'end-keys': {
        const required = intent === 'require-keys';
        await setKeysRequired(ctx, { gameId, required });
        return {
          done: required ? 'Each purchase gets a key.' : 'Purchases get no key any more.',
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
  const done = added === 0 ? null : added === 1 ? 'One key is added.' : `${added} keys are added.`;
  return { done, report };
}

export const clientAction = sendFiles<typeof action>('game-failed', {
  name: 'file',
  bytesMax: gameKeyConstants.fileBytesMax,
  text: largeFile,
});

/** What the owners of a game of the site get. */
export default function GameDelivery({ loaderData, actionData }: Route.ComponentProps) {
  const { gameId, name, ask, links, keys, webGame, isIsolated, upload } = loaderData;
  const { data, done, failure } = useToastedResult(actionData);
  const report = (data && 'report' in data && data.report) || null;
  const preview = (data && 'preview' in data && data.preview) || null;
  const path = `/admin/games/${gameId}/delivery`;

  return (
    <AdminPage
      failure={failure}
      current="games"
      back={{ to: `/admin/games/${gameId}`, label: 'Back to the game' }}
      title={`What owners of ${name} get`}
    >
      <FormMessages
        done={done ?? (!data && upload.isDone ? 'The game is uploaded.' : null)}
        failure={failure}
      />
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
      <GameLinksPanel links={links} path={path} />
      <WebGamePanel
        gameId={gameId}
        game={webGame}
        isIsolated={isIsolated}
        isOn={upload.isOn}
        fileBytesMax={upload.fileBytesMax}
        path={path}
      />
      <GameKeysPanel counts={keys} report={report} preview={preview} path={path} />
    </AdminPage>
  );
}
