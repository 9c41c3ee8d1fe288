import type { AccountNote } from '#domain/moderation/accounts/account-notes.ts';
import { moderationConstants } from '#shared/constants/moderation/moderation.ts';
import { DialogLink, RemovalDialog } from '#web/ui/confirmation-dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';

interface AccountNotesProps {
  notes: readonly AccountNote[];
  /** The path of the page. */
  path: string;
  /** The note that the reader is asked about before it is deleted. */
  asked: AccountNote | undefined;
}

/** The notes of moderators and admins about an account, with a form for a new one. */
export function AccountNotes({ notes, path, asked }: AccountNotesProps) {
  return (
    <div className="mt-6">
      <RemovalDialog
        open={asked !== undefined}
        title="Delete this note?"
        path={path}
        values={{ intent: 'delete-note', noteId: asked?.id ?? '' }}
        button="Delete"
      >
        <p dir="auto" className="line-clamp-6 whitespace-pre-line text-muted wrap-anywhere">
          {asked?.text}
        </p>
        <p>It cannot be brought back.</p>
      </RemovalDialog>
      <Panel title="Notes">
        <p className="text-muted">
          Moderators and admins read them. The account does not, and they are deleted with it.
        </p>
        {notes.length > 0 && (
          <ul className="grid">
            {notes.map(({ id, author, text, at, mayDelete }) => (
              <li
                key={id}
                className="flex flex-wrap items-start justify-between gap-3 border-t border-line py-3 first:border-t-0"
              >
                <div className="grid min-w-0 flex-1 basis-64 gap-1">
                  <p dir="auto" className="max-w-prose whitespace-pre-line wrap-anywhere">
                    {text}
                  </p>
                  <p className="text-sm text-muted">
                    {author}, <DateTime value={at} />
                  </p>
                </div>
                {mayDelete && (
                  <DialogLink
                    to={`${path}?delete=${id}`}
                    aria-label={`Delete the note of ${author}`}
                  >
                    Delete
                  </DialogLink>
                )}
              </li>
            ))}
          </ul>
        )}
        {notes.length < moderationConstants.notesMax ? (
          <ActionForm
            intent="add-note"
            hasMessage="without-field"
            button="Save note"
            variant="quiet"
            className="grid max-w-prose gap-4"
          >
            <TextField
              multiline
              name="text"
              label="New note"
              required
              rows={3}
              maxLength={moderationConstants.noteMax}
              counter
            />
          </ActionForm>
        ) : (
          <p>There is no room for more notes. Delete some of them first.</p>
        )}
      </Panel>
    </div>
  );
}
