import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** How a request fails. `unsized`: the response has no Content-Length. */
type S3Failure = 500 | 503 | 429 | 403 | 'cut' | 'unsized';

export interface S3Server {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The stored objects by key. */
  objects: ReadonlyMap<string, Buffer>;
  /** The number of requests so far. */
  calls(): number;
  /** Lets the next `times` requests fail. */
  failNext(what: S3Failure, times: number): void;
  close(): Promise<void>;
}

const credentials = { accessKeyId: 'AKIDFAKE', secretAccessKey: 'fake/secret+key', region: 'eu-1' };
const bucket = 'guild-files';

/**
 * Starts a fake S3 bucket on a free port. It checks the signature of each request (AWS Signature Version 4,
 * by its published description), its time, and the hash of its content.
 */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  let calls = 0;
  let failure: { what: S3Failure; left: number } | null = null;

  async function handle(request: IncomingMessage, response: ServerResponse) {
    calls += 1;
    const body = await buffer(request);
    const answer = (status: number, content: string | Buffer = '') =>
      response.writeHead(status, { 'content-length': Buffer.byteLength(content) }).end(content);
    let sized = true;
    if (failure && failure.left > 0) {
      failure.left -= 1;
      sized = failure.what !== 'unsized';
      if (failure.what === 'cut') return request.socket.destroy();
      if (failure.what !== 'unsized')
        return answer(failure.what, '<Error><Code>Told</Code></Error>');
    }
    const errorCode = checkSignature(request, body);
    if (errorCode) return answer(403, `<Error><Code>${errorCode}</Code></Error>`);
    if (request.url?.startsWith('/guild-files?'))
      return answer(200, listObjects(objects, new URL(request.url, 'http://s3').searchParams));
    const key = /^\/guild-files\/([^?]+)$/.exec(request.url ?? '')?.[1];
    if (!key) return answer(404, '<Error><Code>NoSuchBucket</Code></Error>');
    if (request.method === 'PUT') {
      if (request.headers['content-length'] === undefined) return answer(411);
      objects.set(key, body);
      return answer(200);
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return answer(204);
    }
    const object = objects.get(key);
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (object && first !== undefined)
      return answer(206, object.subarray(+first, Number(last) + 1));
    if (object && !sized) return response.writeHead(200).end(object);
    return object ? answer(200, object) : answer(404, '<Error><Code>NoSuchKey</Code></Error>');
  }

  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    ...credentials,
    objects,
    calls: () => calls,
    failNext(what, times) {
      failure = { what, left: times };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The answer to ListObjectsV2, in pages of two objects. */
function listObjects(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? ''));
  const from = Number(query.get('continuation-token')?.split('&')[0] ?? 0);
  const next = from + 2;
  const contents = keys.slice(from, next).map((key) => {
    const size = objects.get(key)?.length;
    return `<Contents><Key>${key}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><ETag>&quot;x&quot;</ETag><Size>${size}</Size></Contents>`;
  });
  const isLast = next >= keys.length;
  const token = isLast ? '' : `<NextContinuationToken>${next}&amp;</NextContinuationToken>`;
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${!isLast}</IsTruncated>${contents.join('')}${token}</ListBucketResult>`;
}

/** Checks the signature of a request. Returns an error code of S3, or null when it is valid. */
function checkSignature(request: IncomingMessage, body: Buffer): string | null {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;
  const [, id, day = '', region = '', names = '', signature] =
    form.exec(request.headers.authorization ?? '') ?? [];
  const time = String(request.headers['x-amz-date'] ?? '');
  if (id !== credentials.accessKeyId || region !== credentials.region) return 'InvalidAccessKeyId';
  const at = time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  if (!(Math.abs(Date.parse(at) - Date.now()) < 15 * 60_000)) return 'RequestTimeTooSkewed';
  const content = String(request.headers['x-amz-content-sha256']);
  if (content !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const signed = names.split(';');
  for (const name of ['host', 'x-amz-content-sha256', 'x-amz-date']) {
    if (!signed.includes(name)) return 'AccessDenied';
  }
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const headers = signed.map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const sortedQuery = query.split('&').toSorted().join('&');
  const canonical = [request.method, path, sortedQuery, headers.join(''), names, content].join(
    '\n',
  );
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, word) => hmac(secret, word),
    `AWS4${credentials.secretAccessKey}`,
  );
  return hmac(key, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
