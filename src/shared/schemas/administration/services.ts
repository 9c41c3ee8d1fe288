import { z } from 'zod';
import {
  filesBucketConstants,
  gamesKeyMax,
  mailServerConstants as limits,
  mailSecurities,
  signOnProviderConstants,
} from '../../constants/server/services.ts';
import { siteTextConstants } from '../../constants/site/site-settings.ts';
import { atMostText } from '../../format/texts/characters.ts';
import { isVersionAddress } from '../../lib/version-address.ts';
import { tickedBox } from '../fields/ticked-box.ts';
import { wholeNumberBetween } from '../fields/whole-number.ts';

/** A host without a port: a name, an IPv4 address or an IPv6 address. */
const hostPattern = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|[0-9a-f:.]*:[0-9a-f:.]*)$/;

/** The mail server that an admin saved, without the password. */
export const mailServer = z.object({
  host: z
    .string()
    .trim()
    .toLowerCase()
    .max(limits.hostMax, atMostText(limits.hostMax))
    .regex(hostPattern, 'Write the name of the mail server, such as smtp.example.com.'),
  port: wholeNumberBetween(1, 65_535, 'Write a port, such as 587.'),
  security: z.enum(mailSecurities),
  username: z.string().trim().max(limits.usernameMax, atMostText(limits.usernameMax)),
});
export type MailServer = z.output<typeof mailServer>;

/** The form of the mail server. An empty password keeps the one that is stored. */
export const mailServerForm = mailServer.extend({
  password: z.string().max(limits.passwordMax, atMostText(limits.passwordMax)),
});
export type MailServerInput = z.output<typeof mailServerForm>;

/** For which address a key of the games database is. */
export const gamesDatabase = z.object({ url: z.string() });

/** The form of the key of the games database. An empty one keeps the one that is stored. */
export const gamesKeyForm = z.object({
  token: z
    .string()
    .trim()
    .max(gamesKeyMax, atMostText(gamesKeyMax))
    .regex(/^[\x21-\x7e]*$/, 'A key has no blanks and only plain letters, digits and signs.'),
});
export type GamesKeyInput = z.output<typeof gamesKeyForm>;

const {
  issuerMax,
  clientIdMax,
  clientSecretMax,
  buttonTextMax,
  scopesMax,
  claimMax,
  claimValuesMax,
} = signOnProviderConstants;
const shortText = (max: number) => z.string().trim().max(max, atMostText(max));

/** A typed address that `isAllowed`, in the usual form. */
const address = (
  max: number,
  isAllowed: (url: URL) => boolean,
  problem: string,
  { mayBeEmpty = false } = {},
) =>
  shortText(max).transform((value, issues) => {
    if (value === '' && mayBeEmpty) return '';
    const url = URL.parse(value);
    if (url && isAllowed(url)) return url.href;
    issues.addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  });

/** Whether an address has only a host and a path. */
const isPlainAddress = ({ protocol, search, hash, username, password }: URL) =>
  /^https?:$/.test(protocol) && !search && !hash && !username && !password;

/** The provider of single sign-on that an admin saved, without the secret. Its texts are those of the environment. */
export const signOnProviderSettings = z.object({
  issuer: address(
    issuerMax,
    isPlainAddress,
    'Write the address of the issuer, such as https://id.example.com.',
  ),
  clientId: shortText(clientIdMax).min(1, 'Type the id of the client.'),
  buttonText: shortText(buttonTextMax),
  allowsSignUp: z.boolean(),
  scopes: shortText(scopesMax).regex(
    /^[\x21\x23-\x5b\x5d-\x7e ]*$/,
    'Write scopes with blanks between them, such as openid profile email.',
  ),
  roleClaim: shortText(claimMax),
  moderatorValues: shortText(claimValuesMax),
  adminValues: shortText(claimValuesMax),
});
export type SignOnProviderSettings = z.output<typeof signOnProviderSettings>;

/** The form of single sign-on. An empty secret keeps the one that is stored. */
export const signOnProviderForm = signOnProviderSettings.extend({
  allowsSignUp: tickedBox('yes'),
  clientSecret: z.string().trim().max(clientSecretMax, atMostText(clientSecretMax)),
});
export type SignOnInput = z.output<typeof signOnProviderForm>;

const bucketLimits = filesBucketConstants;

/** The bucket that an admin saved, without the secret of its key. */
export const filesBucket = z.object({
  endpoint: address(
    bucketLimits.endpointMax,
    isPlainAddress,
    'Write the address of the service, such as https://s3.example.com.',
  ).transform((url) => url.replace(/\/+$/, '')),
  bucket: shortText(bucketLimits.bucketMax).regex(
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    'A bucket has 3 to 63 small letters, digits, dots and hyphens.',
  ),
  region: shortText(bucketLimits.regionMax)
    .regex(/^[a-z0-9-]*$/i, 'A region has letters, digits and hyphens.')
    .transform((value) => value || bucketLimits.defaultRegion),
  accessKeyId: shortText(bucketLimits.accessKeyIdMax).regex(
    /^[\x21-\x7e]+$/,
    'Type the id of the key, without blanks.',
  ),
  /** Whether files of the site are stored there, besides copies of backups. */
  keepsFiles: z.boolean(),
});
export type FilesBucket = z.output<typeof filesBucket>;

/** The form of the bucket. An empty secret keeps the one that is stored. */
export const filesBucketForm = filesBucket.extend({
  keepsFiles: tickedBox('yes'),
  secretAccessKey: z
    .string()
    .trim()
    .max(bucketLimits.secretAccessKeyMax, atMostText(bucketLimits.secretAccessKeyMax)),
});
export type FilesBucketInput = z.output<typeof filesBucketForm>;

/** The form with the address that says the newest version; empty switches it off. */
export const versionAddressForm = z.object({
  versionAddress: address(
    siteTextConstants.footerAddressMax,
    isVersionAddress,
    'Write an address with https, such as https://example.com/newest-version.',
    { mayBeEmpty: true },
  ),
});
