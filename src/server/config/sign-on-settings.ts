import { z } from 'zod';
import { integer, optional } from './setting-types.ts';

/** Values, separated by commas. */
const values = (fallback: string) =>
  optional.transform((value) =>
    (value ?? fallback)
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  );

/** The provider's URL, normalised, so that identities can be compared by it. */
const issuer = optional.transform((value, issues) => {
  if (value === undefined) return undefined;
  const url = URL.parse(value);
  if (url && /^https?:$/.test(url.protocol) && url.hostname && !url.search && !url.hash) {
    return url.href;
  }
  issues.addIssue({
    code: 'custom',
    message: 'must be a URL starting https: or http: with a host and without a query',
  });
  return z.NEVER;
});

const buttonTextMax = 40;

const shape = {
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: optional,
  OIDC_CLIENT_SECRET: optional,
  OIDC_BUTTON_TEXT: optional.pipe(
    z.string().max(buttonTextMax, `has at most ${buttonTextMax} characters`).optional(),
  ),
  OIDC_SIGN_UP: integer(1, 0, 1).transform((value) => value === 1),
  OIDC_SCOPES: optional.transform((value) => value ?? 'openid profile email'),
  OIDC_ROLE_CLAIM: optional,
  OIDC_ROLE_MODERATOR: values('moderator'),
  OIDC_ROLE_ADMIN: values('admin'),
};

/** The names of these settings. */
export const signOnSettingNames = Object.keys(shape);

/** The settings of single sign-on; null without `OIDC_ISSUER`. */
export const signOnSettings = z
  .object({ ORIGIN: optional, ...shape })
  .superRefine((given, issues) => {
    if (!given.OIDC_ISSUER) return;
    for (const path of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'ORIGIN'] as const) {
      if (given[path]) continue;
      issues.addIssue({ code: 'custom', path: [path], message: 'is needed with OIDC_ISSUER' });
    }
  })
  .transform((given) => {
    const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ROLE_CLAIM } = given;
    if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) return null;
    return {
      issuer: OIDC_ISSUER,
      clientId: OIDC_CLIENT_ID,
      clientSecret: OIDC_CLIENT_SECRET,
      // The specification requires this scope.
      scopes: [...new Set(['openid', ...given.OIDC_SCOPES.split(/[\s,]+/).filter(Boolean)])],
      buttonText: given.OIDC_BUTTON_TEXT ?? 'Log in with single sign-on',
      allowsSignUp: given.OIDC_SIGN_UP,
      roleClaim: OIDC_ROLE_CLAIM
        ? {
            name: OIDC_ROLE_CLAIM,
            moderator: given.OIDC_ROLE_MODERATOR,
            admin: given.OIDC_ROLE_ADMIN,
          }
        : null,
    };
  });

export type SignOnSettings = z.infer<typeof signOnSettings>;
