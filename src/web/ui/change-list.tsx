import type { ReactNode } from 'react';
import { ButtonForm } from './forms/button-form.tsx';
import { DateTime } from './texts/date-time.tsx';

interface ListedChange {
  id: string;
  text: ReactNode;
  admin: string;
  at: Date;
  /** The form that undoes it, and which change that is, for screen readers; null if it cannot be undone. */
  undo: { values: Record<string, string>; about: string } | null;
}

/** The latest changes of something, with what undoes them. */
export function ChangeList({ changes }: { changes: readonly ListedChange[] }) {
  if (changes.length === 0) return <p className="text-muted">Nothing was changed yet.</p>;
  return (
    <ol className="grid">
      {changes.map(({ id, text, admin, at, undo }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3 first:border-t-0"
        >
          <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
            {text}{' '}
            <span className="text-sm text-muted">
              by {admin}, <DateTime value={at} />
            </span>
          </p>
          {undo && (
            <ButtonForm values={{ intent: 'undo', ...undo.values }}>
              Undo
              <span className="sr-only"> {undo.about}</span>
            </ButtonForm>
          )}
        </li>
      ))}
    </ol>
  );
}
