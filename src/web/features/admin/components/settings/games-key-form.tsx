import { gamesKeyMax } from '#shared/constants/server/services.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogLink } from '#web/ui/confirmation-dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { SettingForm } from '../site/setting-form.tsx';

interface GamesKeyFormProps {
  host: string;
  isSaved: boolean;
}

/** The form of the key of the games database, which is never shown. */
export function GamesKeyForm({ host, isSaved }: GamesKeyFormProps) {
  const isTesting = usePending({ intent: 'test-games' });
  return (
    <SettingForm
      title="Games database"
      intent="games"
      moreIntent="test-games"
      more={
        <>
          <Button variant="quiet" name="intent" value="test-games" pending={isTesting}>
            Test
          </Button>
          {isSaved && <DialogLink to="/admin/services?ask=remove-games">Remove</DialogLink>}
        </>
      }
    >
      <p className="max-w-prose text-muted">
        With a key of RAWG the shop has its games besides the bundled ones. It is sent to {host}{' '}
        only.
      </p>
      <TextField
        label="Key"
        name="token"
        type="password"
        autoComplete="off"
        maxLength={gamesKeyMax}
        hint={isSaved ? 'One is saved, and never shown. A new one replaces it.' : undefined}
      />
    </SettingForm>
  );
}
