/** A server that `DATABASE_URL` names. */
export interface DatabaseHost {
  /** For logs: host and port without the password. */
  name: string;
  /** Null if the URL has no host, as for a socket file. */
  address: { host: string; port: number } | null;
  /** The URL with this host only. */
  url: string;
}

const pattern =
  /^(?<start>postgres(?:ql)?:\/\/(?:[^/?#]*@)?)(?<hosts>[^/?#@]*)(?<rest>(?:[/?#].*)?)$/;
const hostPattern = /^(?<host>\[[\da-f:.]+\]|[\w.-]+)(?::(?<port>\d{1,5}))?$/i;
const defaultPort = 5432;
/** What the client does in any case; libpq knows more values. */
const supportedAttributes = ['read-write', 'primary'];

/** `DATABASE_URL` is invalid. The message says why and never contains the URL, which has a password. */
export class DatabaseUrlError extends Error {}

/**
 * Reads a database URL, which may name several hosts: `postgres://user:password@a:5432,b:5432/guildhall`.
 * @throws DatabaseUrlError
 */
export function parseDatabaseUrl(url: string): [DatabaseHost, ...DatabaseHost[]] {
  const { start, hosts, rest } = pattern.exec(url)?.groups ?? {};
  if (start === undefined || hosts === undefined || rest === undefined) {
    throw new DatabaseUrlError('must be a URL starting postgres: or postgresql: with a host');
  }
  const list = hosts.split(',');
  const parsed = list.map((host) => parseHost(host, { start, rest, alone: list.length === 1 }));
  const names = parsed.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new DatabaseUrlError(`names the host ${repeated} twice`);
  checkParameters(parsed[0]?.url ?? '', list.length > 1);
  return parsed as [DatabaseHost, ...DatabaseHost[]];
}

function parseHost(
  text: string,
  { start, rest, alone }: { start: string; rest: string; alone: boolean },
): DatabaseHost {
  // The parameter `host` then has the folder of the socket.
  if (text === '' && alone) return { name: 'the socket', address: null, url: start + rest };
  if (text === '') throw new DatabaseUrlError('has an empty host between its commas');
  const { host, port = String(defaultPort) } = hostPattern.exec(text)?.groups ?? {};
  const number = Number(port);
  if (host === undefined || number < 1 || number > 65_535) {
    throw new DatabaseUrlError(`has a host that is not name:port: ${text}`);
  }
  return {
    name: `${host}:${number}`,
    address: { host: host.replace(/^\[(.+)\]$/, '$1'), port: number },
    url: start + text + rest,
  };
}

function checkParameters(url: string, several: boolean): void {
  // `URL` cannot parse a URL without a host.
  const complete = url.replace(/^([^/]*\/\/(?:[^/?#]*@)?)(?=[/?#])/, '$1localhost');
  if (!URL.canParse(complete)) throw new DatabaseUrlError('must be a URL with a host');
  const { searchParams } = new URL(complete);
  if (several && (searchParams.has('host') || searchParams.has('port'))) {
    throw new DatabaseUrlError('must have its hosts before the database name, not as parameters');
  }
  if ((searchParams.get('host') ?? '').includes(',')) {
    throw new DatabaseUrlError('must name several hosts before the database name: a:5432,b:5432');
  }
  const attributes = searchParams.get('target_session_attrs');
  if (attributes !== null && !supportedAttributes.includes(attributes)) {
    throw new DatabaseUrlError(
      `can have target_session_attrs=${supportedAttributes.join(' or ')} only`,
    );
  }
}
