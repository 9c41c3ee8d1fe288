import { Save, Trash2 } from 'lucide-react';
import type { WebGame } from '#domain/downloads/web-games/change-web-game.ts';
import { webGameUploadPath } from '#shared/constants/game-library/download-paths.ts';
import { webGameConstants } from '#shared/constants/game-library/web-games.ts';
import { formatFileSize } from '#shared/format/file-size.ts';
import { Alert } from '#web/ui/alert.tsx';
import { DialogLink } from '#web/ui/confirmation-dialog.tsx';
import { ChoiceField } from '#web/ui/fields/choice-fields.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { SendFileForm } from './send-file-form.tsx';

const toText = (count: number) => count.toLocaleString('en-US');

interface WebGamePanelProps {
  gameId: number;
  game: WebGame | null;
  isIsolated: boolean;
  /** Whether the site has an address for uploaded games. */
  isOn: boolean;
  fileBytesMax: number;
  /** The path of the page. */
  path: string;
}

/** The switch of the games that need memory which their threads share. */
function IsolationForm({ isIsolated, path }: { isIsolated: boolean; path: string }) {
  return (
    <ActionForm
      // After a save the box shows what was stored.
      key={String(isIsolated)}
      intent="isolation"
      action={path}
      hasMessage={false}
      aria-label="Isolation"
      button="Save"
      icon={Save}
    >
      <ChoiceField
        name="isolated"
        label="Cross-origin isolation"
        hint="For games with threads that share memory (SharedArrayBuffer), such as exports of Godot or Unity with threads. Browsers without it play the game as before. A game on another site must send Cross-Origin-Embedder-Policy itself, otherwise its frame stays empty."
        defaultChecked={isIsolated}
      />
    </ActionForm>
  );
}

/** The game for browsers that an editor uploads as a zip. */
export function WebGamePanel({
  gameId,
  game,
  isIsolated,
  isOn,
  fileBytesMax,
  path,
}: WebGamePanelProps) {
  return (
    <Panel title="Uploaded game">
      <p className="max-w-prose text-muted">
        A game for browsers as a zip. Owners play it on a page of this site, and it comes before the
        address above. It runs on an address of its own, without access to this site, its logins and
        the storage of the browser, and it can load nothing from other sites.
      </p>
      {game && (
        <div className="grid gap-4 rounded-md bg-raised p-4 sm:p-5">
          <div className="grid gap-0.5">
            <h3 className="font-semibold wrap-anywhere">{game.fileName}</h3>
            <p className="text-sm wrap-anywhere text-muted">
              {game.files === 1 ? 'One file' : `${toText(game.files)} files`} ·{' '}
              {formatFileSize(game.bytes)} · added <DateTime value={game.addedAt} />
            </p>
          </div>
          {game.missingSince && (
            <Alert tone="failure">
              The server does not have this game as it was added, so nobody can play it. Upload it
              again, or remove it.
            </Alert>
          )}
          <div>
            <DialogLink to={`${path}?ask=remove-web-game`} icon={Trash2}>
              Remove the uploaded game
            </DialogLink>
          </div>
        </div>
      )}
      {isOn ? (
        <SendFileForm
          label="Upload a game"
          button={game ? 'Replace the game' : 'Upload game'}
          action={webGameUploadPath(gameId)}
          fileBytesMax={fileBytesMax}
          fileLabel="Zip of the game"
          accept=".zip,application/zip"
          hint={`Up to ${formatFileSize(fileBytesMax)}, also unpacked, and ${toText(webGameConstants.filesMax)} files, with index.html at the top level. The game must work without cookies and storage; it can keep a save for each player through its page (docs/web-games.md).`}
          sentText="The game is uploaded."
        />
      ) : (
        <Alert>
          Uploaded games are off{game ? ', so nobody can play this one' : ''}: the setting
          GAMES_ORIGIN is not set. These games are programs of somebody else, so they need an
          address that is not the one of this site. To switch them on, let a second name lead to
          this server, start it with that name, such as GAMES_ORIGIN=https://games.example, and with
          ORIGIN. docs/operations.md describes it.
        </Alert>
      )}
      <IsolationForm isIsolated={isIsolated} path={path} />
    </Panel>
  );
}
