import type { DoneRestore, PreparedRestore } from '#domain/system/server-operations.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { ButtonForm } from '#web/ui/forms/button-form.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { TerminalRestore } from './terminal-restore.tsx';

interface RestorePanelProps {
  /** Null without one. */
  restore: PreparedRestore | null;
  done: readonly DoneRestore[];
  hasDatabase: boolean;
}

/** What becomes of a restore, those that were done, and how a backup is restored elsewhere. */
export function RestorePanel({ restore, done, hasDatabase }: RestorePanelProps) {
  return (
    <Panel title="Restore">
      {hasDatabase && !restore && (
        <p className="max-w-prose text-muted">
          A backup of the list replaces everything on this site: first it is checked and unpacked
          beside the running data, then the next start of the server puts it into place. Until then
          nothing changes.
        </p>
      )}
      {restore && <RestoreState restore={restore} />}
      {done.map(({ folder, file, requestedAt }) => (
        <Alert key={folder}>
          <p className="wrap-anywhere">
            The backup {file} was restored, as asked for on <DateTime value={requestedAt} />. All
            sessions, API keys, reset links, invitations and unused codes from before are void.
          </p>
          <p className="wrap-anywhere">
            The data from before is in the folder <code>{folder}</code>. Delete it on the server
            when you do not need it any more.
          </p>
        </Alert>
      ))}
      <details open={!hasDatabase}>
        <summary className="cursor-pointer font-semibold">
          {hasDatabase
            ? 'How to restore another file in the terminal'
            : 'How to restore in the terminal'}
        </summary>
        <div className="mt-3">
          <TerminalRestore hasDatabase={hasDatabase} />
        </div>
      </details>
    </Panel>
  );
}

function RestoreState({ restore }: { restore: PreparedRestore }) {
  const { state, file, requestedBy, requestedAt, error, unreadableSecrets } = restore;
  const who = (
    <span className="block text-sm text-muted wrap-anywhere">
      {file}, asked for by {requestedBy} on <DateTime value={requestedAt} />
    </span>
  );
  if (state === 'preparing') {
    return (
      <Alert
        action={
          <ButtonLink to="/admin/backups" preventScrollReset variant="quiet" size="sm">
            Look again
          </ButtonLink>
        }
      >
        A backup is being checked, unpacked and audited. The site goes on.
        {who}
      </Alert>
    );
  }
  if (state === 'failed') {
    return (
      <Alert
        tone="failure"
        action={<ButtonForm values={{ intent: 'cancel-restore' }}>Dismiss</ButtonForm>}
      >
        <span className="wrap-anywhere">Nothing was restored: {error}</span>
        {who}
      </Alert>
    );
  }
  return (
    <Alert
      tone="success"
      action={<ButtonForm values={{ intent: 'cancel-restore' }}>Cancel the restore</ButtonForm>}
    >
      <span className="font-semibold">Restart the server to restore this backup.</span> What players
      do until then is lost. All sessions, API keys, reset links, invitations and unused codes are
      void afterwards.
      {unreadableSecrets > 0 && (
        <>
          {' '}
          The key of {unreadableSecrets} of its secrets is not here: put it back first, or players
          lose their authenticator apps and keys of games.
        </>
      )}
      {who}
    </Alert>
  );
}
