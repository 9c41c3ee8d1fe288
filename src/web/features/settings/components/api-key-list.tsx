import { DialogLink } from '#web/ui/confirmation-dialog.tsx';
import { ButtonForm } from '#web/ui/forms/button-form.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';

interface ApiKey {
  id: string;
  name: string;
  disabled: boolean;
  createdAt: Date;
}

interface ApiKeyListProps {
  keys: readonly ApiKey[];
  /** The path of the page. */
  path: string;
}

/** The player's API keys, each with buttons to disable, enable and delete it. */
export function ApiKeyList({ keys, path }: ApiKeyListProps) {
  return (
    <ul className="grid">
      {keys.map(({ id, name, disabled, createdAt }) => (
        <li
          key={id}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0"
        >
          <div className="grid min-w-0 flex-1 basis-52">
            <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
              <bdi>{name}</bdi>
              {disabled && (
                <span className="rounded-full bg-raised px-2 text-sm text-muted">Disabled</span>
              )}
            </p>
            <p className="text-sm text-muted">
              created on <DateTime value={createdAt} format="date" />
            </p>
          </div>
          <div className="flex gap-2">
            <ButtonForm
              values={{ intent: disabled ? 'enable-key' : 'disable-key', keyId: id }}
              action={path}
              aria-label={`${disabled ? 'Enable' : 'Disable'} ${name}`}
            >
              {disabled ? 'Enable' : 'Disable'}
            </ButtonForm>
            <DialogLink to={`${path}?delete=${id}`} variant="ghost" aria-label={`Delete ${name}`}>
              Delete
            </DialogLink>
          </div>
        </li>
      ))}
    </ul>
  );
}
