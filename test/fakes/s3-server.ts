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
  objects: Map<string, Buffer>;
  /** The uploads in parts that were neither completed nor ended. */
  openUploads: ReadonlyMap<string, ReadonlyMap<number, Buffer>>;
  /** The number of requests so far. */
  calls(): number;
  /** Lets the next `times` requests fail, after as many that do not. */
  failNext(what: S3Failure, times: number, after?: number): void;
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
  const uploads = new Map<string, Map<number, Buffer>>();
  let calls = 0;
  let failure: { what: S3Failure; left: number; after: number } | null = null;

  async function handle(request: IncomingMessage, response: ServerResponse) {
    calls += 1;
    const body = await buffer(request);
    const answer = (status: number, content: string | Buffer = '') =>
      response.writeHead(status, { 'content-length': Buffer.byteLength(content) }).end(content);
    let sized = true;
    if (failure && failure.after > 0) failure.after -= 1;
    else if (failure && failure.left > 0) {
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
    const [, key, query] = /^\/guild-files\/([^?]+)(?:\?(.*))?$/.exec(request.url ?? '') ?? [];
    if (!key) return answer(404, '<Error><Code>NoSuchBucket</Code></Error>');
    if (query !== undefined) {
      const { status, content, etag } = answerUpload({ objects, uploads }, request.method, {
        ...{ key, body, query: new URLSearchParams(query) },
      });
      if (etag) response.setHeader('etag', etag);
      return answer(status, content);
    }
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
    openUploads: uploads,
    calls: () => calls,
    failNext(what, times, after = 0) {
      failure = { what, left: times, after };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The answer to a request of an upload in parts. */
function answerUpload(
  { objects, uploads }: { objects: Map<string, Buffer>; uploads: Map<string, Map<number, Buffer>> },
  method: string | undefined,
  { key, body, query }: { key: string; body: Buffer; query: URLSearchParams },
): { status: number; content?: string; etag?: string } {
  if (method === 'POST' && query.has('uploads')) {
    const id = `upload/${uploads.size + 1}+${key.length}`;
    uploads.set(id, new Map());
    return { status: 200, content: `<Result><UploadId>${id}</UploadId></Result>` };
  }
  const id = query.get('uploadId') ?? '';
  const parts = uploads.get(id);
  if (!parts) return { status: 404, content: '<Error><Code>NoSuchUpload</Code></Error>' };
  if (method === 'PUT') {
    parts.set(Number(query.get('partNumber')), body);
    return { status: 200, etag: `"${sha256(body)}"` };
  }
  uploads.delete(id);
  if (method === 'DELETE') return { status: 204 };
  const named = [...String(body).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"(\w+)"/g)];
  const listed = named.map(([, number, etag]) => ({ part: parts.get(Number(number)), etag }));
  if (listed.some(({ part, etag }) => !part || sha256(part) !== etag))
    return { status: 400, content: '<Error><Code>InvalidPart</Code></Error>' };
  objects.set(key, Buffer.concat(listed.flatMap(({ part }) => part ?? [])));
  return { status: 200, content: '<Result></Result>' };
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
