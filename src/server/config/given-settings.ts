/** A setting that the environment gives. */
export interface GivenSetting {
  name: string;
  /** Null for a secret: it is only known that there is one. */
  value: string | null;
}

/** Settings that are a secret, or an address with a password or a key in it. */
const secretNames = /SECRET|TOKEN|KEY|HEADERS|^(DATABASE|REDIS|SMTP)_/;

/** The settings that the environment gives, for admins, without secrets. Names that are no settings are left out. */
export function listGivenSettings(
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): readonly GivenSetting[] {
  return Object.entries(environment)
    .filter(([name]) => known.includes(name) || name.startsWith('OTEL_'))
    .flatMap(([name, text]) => {
      const value = text?.trim();
      if (!value) return [];
      return [{ name, value: secretNames.test(name) ? null : withoutCredentials(value) }];
    });
}

/** Addresses without what can be a password in them. */
function withoutCredentials(value: string): string {
  return value.replace(/:\/\/[^/@\s]*@/g, '://').replace(/(:\/\/[^\s?#]*)[?#]\S*/g, '$1');
}
