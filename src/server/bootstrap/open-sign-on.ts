import type { SignOn } from '#domain/accounts/sign-on/sign-on-settings.ts';
import { createOpenIdProvider } from '#integrations/openid-connect/openid-provider.ts';
import type { Config } from '../config/config.ts';
import type { Logger } from './log.ts';

/** The provider of single sign-on; null if none is configured. It is not asked anything before the first use. */
export function openSignOn({ signOn }: Pick<Config, 'signOn'>, log: Logger): SignOn | null {
  if (!signOn) return null;
  const { issuer, buttonText, allowsSignUp, roleClaim } = signOn;
  const provider = createOpenIdProvider({ ...signOn, log });
  return { issuer, buttonText, allowsSignUp, roleClaim, provider };
}
