import type { UnreadableSecrets } from '#shared/constants/server/encrypted-kinds.ts';
import { Panel } from '#web/ui/panel.tsx';
import { SystemFacts } from './system-facts.tsx';
import { UnreadableAlert } from './unreadable-alert.tsx';

interface SystemEncryptionProps {
  keyId: string;
  place: string;
  unreadable: readonly UnreadableSecrets[];
}

/** The key that encrypts secrets in the database, and what it and the earlier keys cannot decrypt. */
export function SystemEncryption({ keyId, place, unreadable }: SystemEncryptionProps) {
  return (
    <Panel title="Encryption key">
      <UnreadableAlert unreadable={unreadable} />
      <SystemFacts
        facts={[
          ['Key', keyId],
          ['From', place],
        ]}
      />
      <p className="max-w-prose text-muted">
        It encrypts authenticator apps, keys of games and the key of push notifications. It is in no
        backup: keep a copy in another place.
      </p>
    </Panel>
  );
}
