import { Form } from 'react-router';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { DateTime } from '#web/ui/date-time.tsx';

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
            <Form method="post" action={path} preventScrollReset>
              <input type="hidden" name="intent" value={disabled ? 'enable-key' : 'disable-key'} />
              <input type="hidden" name="keyId" value={id} />
              <Button
                variant="quiet"
                size="sm"
                aria-label={`${disabled ? 'Enable' : 'Disable'} ${name}`}
              >
                {disabled ? 'Enable' : 'Disable'}
              </Button>
            </Form>
            <ButtonLink
              to={`${path}?delete=${id}`}
              prefetch="none"
              preventScrollReset
              variant="ghost"
              size="sm"
              aria-label={`Delete ${name}`}
            >
              Delete
            </ButtonLink>
          </div>
        </li>
      ))}
    </ul>
  );
}
