/** The outside services that admins can set on a page. */
export const settableServices = ['mail', 'games', 'sign-on', 'files'] as const;
export type SettableService = (typeof settableServices)[number];

/** How the connection to a mail server is encrypted. */
export const mailSecurities = ['starttls', 'tls', 'if-offered'] as const;
export type MailSecurity = (typeof mailSecurities)[number];

/** The longest key of a games database. */
export const gamesKeyMax = 200;

export const mailServerConstants = {
  hostMax: 253,
  usernameMax: 200,
  passwordMax: 500,
  defaultPort: 587,
} as const;

export const signOnProviderConstants = {
  issuerMax: 500,
  clientIdMax: 255,
  clientSecretMax: 500,
  buttonTextMax: 40,
  scopesMax: 200,
  claimMax: 100,
  claimValuesMax: 500,
} as const;

export const filesBucketConstants = {
  endpointMax: 500,
  bucketMax: 63,
  regionMax: 60,
  accessKeyIdMax: 200,
  secretAccessKeyMax: 500,
  defaultRegion: 'us-east-1',
} as const;
