import { createHash } from 'node:crypto';
import type { ServiceCredentials } from '#domain/gallery/file-rest-api/authenticate-key-holder.ts';
import { AppError } from '#shared/errors/app-error.ts';

const headerPattern = /^(Uploadcare(?:\.Simple)?) ([^\s:]+):([^\s:]+)$/i;

/**
 * Parses the credentials of a request: the key pair itself (`Uploadcare.Simple`), or the public key with a
 * signature of the request by the secret key (`Uploadcare`).
 * @throws AppError `service-unsigned`, `service-key`.
 */
export function parseCredentials(request: Request, body: Uint8Array): ServiceCredentials {
  const { headers } = request;
  const header = headers.get('Authorization');
  if (!header) throw new AppError('service-unsigned');
  const [, scheme = '', publicKey = '', proof = ''] = headerPattern.exec(header) ?? [];
  if (!scheme) throw new AppError('service-key');
  if (scheme.toLowerCase() === 'uploadcare.simple')
    return { publicKey, authentication: { secretKey: proof } };
  const { pathname, search } = new URL(request.url);
  const date = headers.get('X-Uploadcare-Date') ?? headers.get('Date') ?? '';
  const signed = [
    request.method,
    createHash('md5').update(body).digest('hex'),
    headers.get('Content-Type') ?? '',
    date,
    pathname + search,
  ].join('\n');
  const time = Date.parse(date);
  return {
    publicKey,
    authentication: { signature: proof, signed, date: Number.isNaN(time) ? null : new Date(time) },
  };
}
