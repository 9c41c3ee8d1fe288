import { signOnConstants } from '#shared/constants/accounts/sign-on.ts';
import { signOnProviderConstants } from '#shared/constants/server/services.ts';
import type { SignOnProviderSettings } from '#shared/schemas/administration/services.ts';
import { ChoiceField } from '#web/ui/fields/choice-fields.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { plainText, SecretField, ServiceForm } from './service-form.tsx';

interface SignOnFormProps {
  /** What is saved, or was typed for a test; null for nothing. */
  provider: SignOnProviderSettings | null;
  isSaved: boolean;
  /** The public address of the site. */
  origin: string;
}

/** The form of single sign-on. The secret is never shown. */
export function SignOnForm({ provider, isSaved, origin }: SignOnFormProps) {
  const limits = signOnProviderConstants;
  return (
    <ServiceForm service="sign-on" title="Single sign-on" isSaved={isSaved}>
      <p className="max-w-prose text-muted">
        People log in with an account of a provider that speaks OpenID Connect. There, enter this
        redirect URI:{' '}
        <code className="wrap-anywhere text-ink">
          {origin}
          {signOnConstants.callbackPath}
        </code>
      </p>
      <TextField
        label="Issuer"
        name="issuer"
        type="url"
        required
        {...plainText}
        placeholder="https://id.example.com"
        maxLength={limits.issuerMax}
        defaultValue={provider?.issuer}
        hint={
          isSaved
            ? 'Accounts stay linked to the issuer by which they logged in: with another one they must be linked again.'
            : undefined
        }
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          label="Client id"
          name="clientId"
          required
          {...plainText}
          maxLength={limits.clientIdMax}
          defaultValue={provider?.clientId}
        />
        <SecretField
          label="Client secret"
          name="clientSecret"
          maxLength={limits.clientSecretMax}
          isSaved={isSaved}
          whenSaved="Empty keeps it, as long as issuer and client id stay."
        />
      </div>
      <TextField
        label="Text of the button"
        name="buttonText"
        maxLength={limits.buttonTextMax}
        defaultValue={provider?.buttonText}
        placeholder="Log in with single sign-on"
      />
      <ChoiceField
        name="allowsSignUp"
        label="New accounts"
        hint="People without an account make one by logging in at the provider, as far as registration is open."
        defaultChecked={provider?.allowsSignUp ?? true}
      />
      <TextField
        label="Scopes"
        name="scopes"
        {...plainText}
        maxLength={limits.scopesMax}
        defaultValue={provider?.scopes}
        placeholder="openid profile email"
      />
      <TextField
        label="Claim with the roles"
        name="roleClaim"
        {...plainText}
        maxLength={limits.claimMax}
        defaultValue={provider?.roleClaim}
        hint="Such as groups or realm_access.roles. Empty: roles are given on this site only."
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          label="Values for moderators"
          name="moderatorValues"
          {...plainText}
          maxLength={limits.claimValuesMax}
          defaultValue={provider?.moderatorValues}
          placeholder="moderator"
          hint="With commas between them."
        />
        <TextField
          label="Values for admins"
          name="adminValues"
          {...plainText}
          maxLength={limits.claimValuesMax}
          defaultValue={provider?.adminValues}
          placeholder="admin"
          hint="Who has one of them at the provider is an admin here."
        />
      </div>
    </ServiceForm>
  );
}
