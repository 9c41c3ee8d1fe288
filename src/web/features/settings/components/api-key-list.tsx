import { Link } from 'react-router';
import { type ApiKeyScope, apiKeyScopeTexts } from '#shared/constants/accounts/api-key-scopes.ts';
import { DialogLink } from '#web/ui/confirmation-dialog.tsx';
import { ButtonForm } from '#web/ui/forms/button-form.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';

interface ApiKey {
  id: string;
  name: string;
  disabled: boolean;
  hasEnded: boolean;
  createdAt: Date;
  endsAt: Date | null;
  lastUsedAt: Date | null;
  scopes: readonly ApiKeyScope[];
  becomesOrdinaryAt: Date | null;
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
      {keys.map((key) => {
        const { id, name, disabled, hasEnded } = key;
        return (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line py-4 first:border-t-0"
          >
            <div className="grid min-w-0 flex-1 basis-64 gap-1.5">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
                <Link to={`${path}/keys/${id}`} className="text-link">
                  <bdi>{name}</bdi>
                </Link>
                {(hasEnded || disabled) && (
                  <span className="rounded-full bg-raised px-2 text-sm text-muted">
                    {hasEnded ? 'Ended' : 'Disabled'}
                  </span>
                )}
              </p>
              <KeyScopes scopes={key.scopes} />
              <KeyTimes {...key} />
            </div>
            <div className="flex flex-wrap gap-2">
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
        );
      })}
    </ul>
  );
}

/** What a key may do, in short. */
function KeyScopes({ scopes }: Pick<ApiKey, 'scopes'>) {
  return (
    <ul aria-label="Scopes" className="flex flex-wrap gap-1.5">
      {scopes.map((scope) => (
        <li key={scope} className="rounded-full bg-plinth px-2.5 py-0.5 text-xs font-medium">
          {apiKeyScopeTexts[scope].name}
        </li>
      ))}
    </ul>
  );
}

/** When a key was made and last used, and when it ends or loses rights. */
export function KeyTimes({
  createdAt,
  endsAt,
  hasEnded,
  lastUsedAt,
  becomesOrdinaryAt,
}: Pick<ApiKey, 'createdAt' | 'endsAt' | 'hasEnded' | 'lastUsedAt' | 'becomesOrdinaryAt'>) {
  return (
    <p className="flex flex-wrap gap-x-4 text-sm text-muted">
      <span>
        Created on <DateTime value={createdAt} format="date" />
      </span>
      <span>
        {endsAt ? (
          <>
            {hasEnded ? 'Ended' : 'Ends'} on <DateTime value={endsAt} format="date" />
          </>
        ) : (
          'No end'
        )}
      </span>
      <span>
        {lastUsedAt ? (
          <>
            Last used on <DateTime value={lastUsedAt} format="date" />
          </>
        ) : (
          'Not used yet'
        )}
      </span>
      {becomesOrdinaryAt && (
        <span className="text-ink">
          All your rights until <DateTime value={becomesOrdinaryAt} format="date" />
        </span>
      )}
    </p>
  );
}
