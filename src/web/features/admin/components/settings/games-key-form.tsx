import { gamesKeyMax } from '#shared/constants/server/services.ts';
import { SecretField, ServiceForm } from './service-form.tsx';

interface GamesKeyFormProps {
  host: string;
  isSaved: boolean;
}

/** The form of the key of the games database, which is never shown. */
export function GamesKeyForm({ host, isSaved }: GamesKeyFormProps) {
  return (
    <ServiceForm service="games" title="Games database" isSaved={isSaved}>
      <p className="max-w-prose text-muted">
        With a key of RAWG the shop has its games besides the bundled ones. It is sent to {host}{' '}
        only.
      </p>
      <SecretField
        label="Key"
        name="token"
        maxLength={gamesKeyMax}
        isSaved={isSaved}
        whenSaved="A new one replaces it."
      />
    </ServiceForm>
  );
}
