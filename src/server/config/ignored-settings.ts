type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that only have a meaning with another one. */
interface Dependent {
  main: string;
  /** The default of those that have one: setting it explicitly means nothing. */
  others: Record<string, string | null>;
}

const dependents: readonly Dependent[] = [
  {
    main: 'S3_ENDPOINT',
    others: {
      S3_BUCKET: null,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: null,
      S3_SECRET_ACCESS_KEY: null,
    },
  },
  {
    main: 'OIDC_ISSUER',
    others: {
      OIDC_CLIENT_ID: null,
      OIDC_CLIENT_SECRET: null,
      OIDC_BUTTON_TEXT: 'Log in with single sign-on',
      OIDC_SIGN_UP: '1',
      OIDC_SCOPES: 'openid profile email',
      OIDC_ROLE_CLAIM: null,
    },
  },
  {
    main: 'OIDC_ROLE_CLAIM',
    others: { OIDC_ROLE_MODERATOR: 'moderator', OIDC_ROLE_ADMIN: 'admin' },
  },
  {
    main: 'UPLOADCARE_PUBLIC_KEY',
    others: {
      UPLOADCARE_UPLOAD_URL: null,
      UPLOADCARE_API_URL: null,
      UPLOADCARE_CDN_URL: null,
    },
  },
  { main: 'SMTP_URL', others: { MAIL_FROM: null, MAIL_REPLY_TO: null } },
  { main: 'RAWG_API_KEY', others: { RAWG_URL: 'https://api.rawg.io/api' } },
];

/** A name of the environment that is no setting, and the setting that it resembles. */
export interface MisspeltName {
  name: string;
  meant: string;
}

/** One line for each setting that is given and has no effect. The lines contain no values. */
export function listIgnoredSettings(
  environment: Environment,
  known: readonly string[],
): readonly string[] {
  const given = (name: string) => environment[name]?.trim() || undefined;
  const lines = findMisspeltNames(environment, known).map(
    ({ name, meant }) => `${name} is no setting and is ignored. Do you mean ${meant}?`,
  );
  for (const { main, others } of dependents) {
    if (given(main)) continue;
    const ignored = Object.entries(others)
      .filter(([name, fallback]) => given(name) !== undefined && given(name) !== fallback)
      .map(([name]) => name);
    if (ignored.length === 0) continue;
    const verb = ignored.length === 1 ? 'is' : 'are';
    lines.push(`${ignored.join(', ')} ${verb} ignored: ${main} is not set.`);
  }
  for (const name of ['ORIGIN', 'GAMES_ORIGIN', 'CORS_ORIGINS'])
    lines.push(...describeIgnoredParts(name, given(name)?.split(/[\s,]+/) ?? []));
  if (given('HSTS_SUBDOMAINS') === '1' && !given('ORIGIN')?.toLowerCase().startsWith('https:'))
    lines.push('HSTS_SUBDOMAINS is ignored: ORIGIN does not start with https:.');
  return lines;
}

/** An origin is a scheme, a host and a port. Anything else of the URL is ignored. */
function describeIgnoredParts(name: string, urls: readonly string[]): string[] {
  const used = urls.flatMap((one) => {
    const url = URL.parse(one);
    return url !== null && url.href !== `${url.origin}/` ? [url.origin] : [];
  });
  if (used.length === 0) return [];
  return [`${name} has more than scheme, host and port: only ${used.join(', ')} is used.`];
}

/**
 * Finds names that differ from a setting by a letter or two, by capitals, by a plural or by `GUILDHALL_` before it.
 * Other names belong to other programs.
 */
export function findMisspeltNames(
  environment: Environment,
  known: readonly string[],
): MisspeltName[] {
  const settings = new Set(known);
  return Object.entries(environment).flatMap(([name, value]) => {
    if (!value?.trim() || settings.has(name)) return [];
    // Kubernetes and Docker describe services to a container in such variables.
    if (/^(tcp|udp):\/\//.test(value)) return [];
    const plain = name.toUpperCase().replace(/^GUILDHALL_(?!SECRET)/, '');
    const meant = known.find((one) => one === plain) ?? known.find((one) => isSimilar(plain, one));
    return meant === undefined ? [] : [{ name, meant }];
  });
}

/** Names of fewer letters resemble those of other programs. */
const similarLettersMin = 6;
const longLettersMin = 8;

function isSimilar(name: string, known: string): boolean {
  if (known.length < similarLettersMin || name[0] !== known[0]) return false;
  const [one, other] = [toSingular(name), toSingular(known)];
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  const shorter = Math.min(one.length, other.length);
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [left, right] = [
    one.slice(start, one.length - end),
    other.slice(start, other.length - end),
  ];
  const isSwap = left.length === 2 && left[0] === right[1] && left[1] === right[0];
  return isSwap || Math.max(left.length, right.length) <= (known.length >= longLettersMin ? 2 : 1);
}

function toSingular(name: string): string {
  return name.replace(/IES(?=_|$)/g, 'Y').replace(/S(?=_|$)/g, '');
}
