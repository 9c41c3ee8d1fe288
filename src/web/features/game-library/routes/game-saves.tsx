import { Save, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { deleteGameSave } from '#domain/game-library/saves/delete-game-save.ts';
import { listGameSaves } from '#domain/game-library/saves/list-game-saves.ts';
import { formatFileSize } from '#shared/format/file-size.ts';
import { deletedGameSaveInput, gameSavesQuery } from '#shared/schemas/game-library/game-saves.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { DialogLink, RemovalDialog } from '#web/ui/confirmation-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { GameCover } from '#web/ui/games/game-cover.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import type { Route } from './+types/game-saves';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Your saves', matches);

export const handle = { failure: 'Failed to load your saves.' };

export const headers = formHeaders;

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, _account, url) => {
    const { remove } = parseInput(gameSavesQuery, { remove: url.searchParams.get('remove') });
    const saves = await listGameSaves(ctx);
    return { saves, removed: saves.find(({ id }) => id === remove) ?? null };
  });
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'game-failed', async (ctx, form) => {
    await deleteGameSave(ctx, parseInput(deletedGameSaveInput, form));
    return { message: 'The save is deleted.' };
  });
}

export const clientAction = sendForm<typeof action>('game-failed');

const path = '/library/saves';

/** What games that are played on this site stored for the reader. */
export default function GameSaves({ loaderData, actionData }: Route.ComponentProps) {
  const { saves, removed } = loaderData;
  const failure = useFormError(actionData);
  const message = actionData && 'message' in actionData ? actionData.message : null;
  const bytes = saves.reduce((sum, save) => sum + save.bytes, 0);
  return (
    <Page>
      <PageHeader
        title="Your saves"
        back={{ to: '/library', label: 'Back to library' }}
        intro={
          saves.length === 0
            ? 'Games that you play on this site can keep a save here.'
            : `${saves.length === 1 ? 'One game' : `${saves.length} games`}, ${formatFileSize(bytes)}. The games wrote them; your data export contains them.`
        }
      />
      <RemovalDialog
        open={removed !== null}
        title="Delete this save?"
        path={path}
        values={{ gameId: String(removed?.id ?? '') }}
        button="Delete"
      >
        <p>
          {removed?.name} will start from the beginning, on all your devices. Close the game in
          other windows first: it may save again.
        </p>
      </RemovalDialog>
      <div className="grid gap-6">
        {failure && <Alert tone="failure">{failure.message}</Alert>}
        {message && <Alert tone="success">{message}</Alert>}
        {saves.length > 0 ? (
          <ul className="grid gap-3">
            {saves.map((save) => (
              <li
                key={save.id}
                className="flex flex-wrap items-center gap-x-5 gap-y-4 rounded-lg bg-surface p-4 shadow-lift sm:p-5"
              >
                <GameCover src={save.backgroundImage} className="w-24! shrink-0 rounded-sm" />
                <div className="grid min-w-0 flex-1 basis-40 gap-1">
                  <Link
                    to={`/play/${save.id}`}
                    className="font-semibold wrap-anywhere hover:underline"
                  >
                    {save.name}
                  </Link>
                  <p className="text-sm text-muted">
                    {formatFileSize(save.bytes)} · saved <DateTime value={save.savedAt} />
                  </p>
                </div>
                <DialogLink
                  to={`${path}?remove=${save.id}`}
                  icon={Trash2}
                  aria-label={`Delete the save of ${save.name}`}
                >
                  Delete
                </DialogLink>
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState icon={Save} action={<ButtonLink to="/library">Open the library</ButtonLink>}>
            No game has saved anything yet.
          </EmptyState>
        )}
      </div>
    </Page>
  );
}
