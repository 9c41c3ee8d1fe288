import { IdCard } from 'lucide-react';
import { ButtonLink } from '#web/ui/button.tsx';
import { FactorPanel } from './factor-panel.tsx';

/** Single sign-on in the sign-in settings. */
export function SignOnPanel({ identities }: { identities: number }) {
  return (
    <FactorPanel
      icon={IdCard}
      title="Single sign-on"
      status={
        identities > 0 ? (identities === 1 ? '1 identity' : `${identities} identities`) : null
      }
      intro="Log in with your account at another site, without a password here."
    >
      <ButtonLink to="/settings/security/sign-on" variant={identities > 0 ? 'quiet' : 'primary'}>
        {identities > 0 ? 'Manage' : 'Set up'}
      </ButtonLink>
    </FactorPanel>
  );
}
