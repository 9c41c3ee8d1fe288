import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What the service does instead of answering; `unsized`: it answers without saying how much comes. */
type S3Fault = 500 | 503 | 429 | 403 | 'cut' | 'unsized';

export interface S3Server {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** What is kept, by key. */
  objects: ReadonlyMap<string, Buffer>;
  /** Requests so far. */
  calls(): number;
  /** Meets the next `times` requests with a fault. */
  fault(what: S3Fault, times: number): void;
  close(): Promise<void>;
}

const credentials = { accessKeyId: 'AKIDFAKE', secretAccessKey: 'fake/secret+key', region: 'eu-1' };
const bucket = 'guild-files';

/**
 * A bucket on a port of its own. It checks each request's signature (AWS Signature Version 4, by its
 * published description), the time of it, and that the content is what was signed.
 */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  let calls = 0;
  let fault: { what: S3Fault; left: number } | null = null;

  const server = createServer(async (request, response) => {
    calls += 1;
    const body = await buffer(request);
    const answer = (status: number, content: string | Buffer = '') =>
      response.writeHead(status, { 'content-length': Buffer.byteLength(content) }).end(content);
    let sized = true;
    if (fault && fault.left > 0) {
      fault.left -= 1;
      sized = fault.what !== 'unsized';
      if (fault.what === 'cut') return request.socket.destroy();
      if (fault.what !== 'unsized') return answer(fault.what, '<Error><Code>Told</Code></Error>');
    }
    const wrong = faultOf(request, body);
    if (wrong) return answer(403, `<Error><Code>${wrong}</Code></Error>`);
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
    if (object && !sized) return response.writeHead(200).end(object);
    return object ? answer(200, object) : answer(404, '<Error><Code>NoSuchKey</Code></Error>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    ...credentials,
    objects,
    calls: () => calls,
    fault(what, times) {
      fault = { what, left: times };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** What is wrong with a request's signature; null when nothing is. */
function faultOf(request: IncomingMessage, body: Buffer): string | null {
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
  const canonical = [request.method, path, query, headers.join(''), names, content].join('\n');
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
