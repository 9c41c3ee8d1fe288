/** How a backup is restored in the terminal. */
export function TerminalRestore({ hasDatabase }: { hasDatabase: boolean }) {
  return (
    <ol className="grid max-w-prose list-decimal gap-2 pl-6 text-muted">
      <li>Stop the server on the machine.</li>
      <li>
        Move the folder of the data away, and run{' '}
        <code className="text-ink">npm run restore -- FILE</code> in the folder of Guildhall, with
        the same settings.
      </li>
      <li>
        {hasDatabase
          ? 'The command checks the file, restores it and audits the economy. Then start the server.'
          : 'Restore the database with pg_restore, run npm run audit, and start the server.'}
      </li>
      <li>
        Second factors, keys of games and pushes need the old encryption key: put the file
        encryption-key into the new folder first, or set GUILDHALL_SECRET. It is in no backup, and
        the command says what is missing.
      </li>
    </ol>
  );
}
