import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import type { Ctx } from '#domain/context.ts';
import { completeUpload } from '#domain/pictures/complete-upload.ts';
import { getUploadInfo } from '#domain/pictures/get-upload-info.ts';
import { receivePart } from '#domain/pictures/receive-part.ts';
import { receivePicture } from '#domain/pictures/receive-picture.ts';
import { startUpload } from '#domain/pictures/start-upload.ts';
import { upload as limits } from '#shared/limits.ts';
import { Refusal } from '#shared/refusals.ts';
import { infoAnswer, refuse, wire, wireError } from './answers.ts';
import {
  readAnnounced,
  readFileId,
  readPass,
  readPublicKey,
  readPublish,
  WireFault,
} from './fields.ts';
import { BrokenForm, formBytesMax, readForm } from './read-form.ts';

type Env = { Variables: { requestId: string; address: string } };
type Call = Context<Env>;

interface UploadDoor {
  /** The use cases' context of a request. */
  ctxOf(call: { requestId: string; address: string; request: Request }): Ctx;
  /** Scheme and host by which a request's sender reaches us. */
  originOf(url: string): string;
  /** Where the routes are, after the origin. */
  path: string;
  /** Whose pages may use the wire, beside our own. */
  corsOrigins: readonly string[];
}

/**
 * The upload wire as `@uploadcare/upload-client` speaks it. An error is a 200 with `error` in it for
 * whoever asks with `jsonerrors`, else a text with a status of its own.
 */
export function uploadRoutes({ ctxOf, originOf, path, corsOrigins }: UploadDoor): Hono<Env> {
  const routes = new Hono<Env>();
  const ctxIn = (c: Call) =>
    ctxOf({ requestId: c.get('requestId'), address: c.get('address'), request: c.req.raw });
  /** Whole files under way on this node. Who sends one is known at its end. */
  let receiving = 0;

  routes.use(
    cors({
      origin: [...corsOrigins],
      allowMethods: ['GET', 'POST', 'PUT'],
      allowHeaders: ['Content-Type', 'X-UC-User-Agent', 'Authorization'],
      exposeHeaders: ['Retry-After'],
      maxAge: 600,
    }),
  );
  routes.use(async (c, next) => {
    await next();
    c.res.headers.set('Cache-Control', 'no-store');
  });
  routes.onError((error, c) => {
    const known = error instanceof WireFault ? error.wire : wireError(error);
    if (known) return refuse(c, known);
    if (error instanceof BrokenForm) {
      return refuse(
        c,
        wire(400, 'PostRequestParserFailedError', 'HTTP POST request parsing failed.'),
      );
    }
    // Whoever left in the middle is no trouble of ours.
    if (!c.req.raw.signal.aborted) ctxIn(c).log.error({ err: error }, 'an upload failed');
    return refuse(c, wire(500, 'UploadAPIError', 'Internal error.'));
  });

  routes.post('/base/', async (c) => {
    const ctx = ctxIn(c);
    requireLength(c, limits.bytesMax + formBytesMax);
    await ctx.limits.take('upload-by-address', ctx.request.address);
    if (receiving >= limits.receivingMax) {
      throw new Refusal('pictures-busy', { retryAfterMs: limits.retryMs });
    }
    receiving += 1;
    try {
      return c.json(await receiveForm(ctx, c.req.raw));
    } finally {
      receiving -= 1;
    }
  });

  routes.get('/info/', async (c) => {
    const publicKey = readPublicKey(c.req.query('pub_key'), 'pub_key');
    const id = readFileId(c.req.query('file_id'), 'file_id');
    return c.json(infoAnswer(await getUploadInfo(ctxIn(c), { id, publicKey })));
  });

  routes.post('/multipart/start/', async (c) => {
    const fields = await readFields(c);
    const { id, signatures } = await startUpload(ctxIn(c), {
      pass: readPass(fields),
      file: readAnnounced(fields),
      publish: readPublish(fields),
    });
    const part = `${originOf(c.req.url)}${path}/multipart/part/${id}`;
    const parts = signatures.map((signature, number) => `${part}/${number}?signature=${signature}`);
    return c.json({ uuid: id, parts });
  });

  routes.put('/multipart/part/:id/:number{[0-9]{1,4}}', async (c) => {
    requireLength(c, limits.bytesMax);
    await receivePart(ctxIn(c), {
      uploadId: readFileId(c.req.param('id'), 'uuid'),
      number: Number(c.req.param('number')),
      signature: c.req.query('signature') ?? '',
      source: bodyOf(c.req.raw),
    });
    return c.body(null, 200);
  });

  routes.post('/multipart/complete/', async (c) => {
    const fields = await readFields(c);
    const publicKey = readPublicKey(fields.get('UPLOADCARE_PUB_KEY'), 'UPLOADCARE_PUB_KEY');
    const uploadId = readFileId(fields.get('uuid'), 'uuid');
    return c.json(infoAnswer(await completeUpload(ctxIn(c), { uploadId, publicKey })));
  });

  routes.all('*', (c) => refuse(c, wire(404, 'UploadViewsError', 'There is nothing here.')));
  return routes;
}

/** Receives a file and answers its id under the name of its field. */
async function receiveForm(ctx: Ctx, request: Request): Promise<Record<string, string>> {
  return ctx.workrooms.enter(async (room) => {
    const { fields, file } = await readForm(request, {
      bytesMax: limits.bytesMax + formBytesMax,
      receive: (stream) => room.write(stream, { bytesMax: limits.bytesMax }),
    });
    const pass = readPass(fields);
    if (!file) throw new WireFault(400, 'FilesRequiredError', 'Request does not contain files.');
    const { id } = await receivePicture(ctx, room, {
      pass,
      file: { name: file.name, ...file.received },
      publish: readPublish(fields),
      signal: request.signal,
    });
    return Object.fromEntries([[file.field, id]]);
  });
}

/** Refuses at once what says of itself that it is too large. @throws Refusal `upload-bytes`. */
function requireLength(c: Call, bytesMax: number): void {
  if (Number(c.req.header('Content-Length') ?? 0) > bytesMax) throw new Refusal('upload-bytes');
}

/** A form of words alone. */
async function readFields(c: Call): Promise<ReadonlyMap<string, string>> {
  requireLength(c, formBytesMax);
  const { fields } = await readForm(c.req.raw, {
    bytesMax: formBytesMax,
    receive: async (stream) => void stream.resume(),
  });
  return fields;
}

function bodyOf({ body }: Request): Readable {
  return body ? Readable.fromWeb(body as ReadableStream) : Readable.from([]);
}
