import { FingerprintPattern } from 'lucide-react';
import { factorConstants } from '#shared/constants/accounts/factors.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { DialogLink } from '#web/ui/confirmation-dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { FactorPanel } from './factor-panel.tsx';

interface Passkey {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

interface PasskeyPanelProps {
  passkeys: readonly Passkey[];
  /** The id of the passkey that gets a new name. */
  renamed: string | null;
  /** Why there are no passkeys on this site; null if there are. */
  unavailable: string | null;
  /** The path of the page. */
  path: string;
}

/** The player's passkeys, each with links to rename and remove it, and a link to add one. */
export function PasskeyPanel(props: PasskeyPanelProps) {
  const { passkeys, renamed, unavailable, path } = props;
  const isFull = passkeys.length >= factorConstants.passkeysPerAccount;
  return (
    <FactorPanel
      icon={FingerprintPattern}
      title="Passkeys"
      status={passkeys.length > 0 ? 'On' : null}
      intro="A passkey in your phone, computer or security key logs you in with a fingerprint, your face or a PIN, without your password."
    >
      {passkeys.length > 0 && (
        <ul className="grid w-full">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="border-t border-line py-3 first:border-t-0 first:pt-0">
              {passkey.id === renamed ? (
                <RenameForm passkey={passkey} path={path} />
              ) : (
                <PasskeyRow passkey={passkey} path={path} />
              )}
            </li>
          ))}
        </ul>
      )}
      {unavailable !== null ? (
        <Alert className="w-full">{unavailable}</Alert>
      ) : isFull ? (
        <p className="text-sm text-muted">
          An account can have {factorConstants.passkeysPerAccount} passkeys.
        </p>
      ) : (
        <ButtonLink
          to={`${path}/passkey`}
          prefetch="none"
          variant={passkeys.length > 0 ? 'quiet' : 'primary'}
        >
          Add a passkey
        </ButtonLink>
      )}
    </FactorPanel>
  );
}

function PasskeyRow({ passkey, path }: { passkey: Passkey; path: string }) {
  const { id, name, createdAt, lastUsedAt } = passkey;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="grid min-w-0 flex-1 basis-52">
        <p className="font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-sm text-muted">
          added on <DateTime value={createdAt} format="date" />,{' '}
          {lastUsedAt === null ? (
            'not used yet'
          ) : (
            <span className="whitespace-nowrap">
              last used <DateTime value={lastUsedAt} />
            </span>
          )}
        </p>
      </div>
      <div className="flex gap-2">
        <ButtonLink
          to={`${path}?rename=${id}`}
          preventScrollReset
          variant="quiet"
          size="sm"
          aria-label={`Rename ${name}`}
        >
          Rename
        </ButtonLink>
        <DialogLink
          to={`${path}?ask=remove-passkey&passkey=${id}`}
          variant="ghost"
          aria-label={`Remove ${name}`}
        >
          Remove
        </DialogLink>
      </div>
    </div>
  );
}

/** The attribute also works without scripts. */
const autoFocusProps = { autoFocus: true };

function RenameForm({ passkey: { id, name }, path }: { passkey: Passkey; path: string }) {
  return (
    <ActionForm
      intent="rename-passkey"
      values={{ passkey: id }}
      hasMessage={false}
      button="Save name"
      size="sm"
      more={
        <ButtonLink to={path} preventScrollReset variant="ghost" size="sm">
          Cancel
        </ButtonLink>
      }
      className="grid gap-3"
    >
      <TextField
        {...autoFocusProps}
        label="Name of the passkey"
        name="name"
        autoComplete="off"
        required
        maxLength={factorConstants.passkeyNameMax}
        defaultValue={name}
      />
    </ActionForm>
  );
}
