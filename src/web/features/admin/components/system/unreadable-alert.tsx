import type { ReactNode } from 'react';
import type { UnreadableSecrets } from '#shared/constants/server/encrypted-kinds.ts';
import { describeUnreadable } from '#shared/format/unreadable-secrets.ts';
import { Alert } from '#web/ui/alert.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';

interface UnreadableAlertProps {
  unreadable: readonly UnreadableSecrets[];
  /** A link for the reader. */
  action?: ReactNode;
}

/** Says which secrets the server cannot decrypt; nothing if it can decrypt all. */
export function UnreadableAlert({ unreadable, action }: UnreadableAlertProps) {
  const { formatInteger } = useNumbers();
  if (unreadable.length === 0) return null;
  return (
    <Alert tone="failure" action={action}>
      <p className="font-semibold">
        The server does not have the key of some secrets in the database.
      </p>
      <ul className="list-disc pl-5">
        {describeUnreadable(unreadable, formatInteger).map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
      <p>Put the earlier key behind the newest one in GUILDHALL_SECRET, or put back its file.</p>
    </Alert>
  );
}
