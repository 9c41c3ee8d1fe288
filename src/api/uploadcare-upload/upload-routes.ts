import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import type { Ctx } from '#domain/context.ts';
import { completeMultipartUpload } from '#domain/gallery/uploads/complete-multipart-upload.ts';
import { receivePart } from '#domain/gallery/uploads/receive-part.ts';
import { startMultipartUpload } from '#domain/gallery/uploads/start-multipart-upload.ts';
import { waitForUpload } from '#domain/gallery/uploads/wait-for-upload.ts';
import { uploadConstants } from '#shared/constants/uploads.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type BodyEnv, type BodyProblem, limitBody } from '../lib/limit-body.ts';
import { readAnnounced, readFileId, readPass, readPublicKey, readWishes } from './parse-fields.ts';
import { BrokenForm } from './parse-multipart.ts';
import { readFields, receiveForm, requireLength } from './receive-form.ts';
import { createReceiving } from './receiving-slots.ts';
import { infoAnswer, toErrorResponse, wire } from './responses.ts';
import { SilentBody, withBody } from './stalled-body.ts';
import { toUploadError } from './to-upload-error.ts';

type Env = BodyEnv & { Variables: { requestId: string } };
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
  /** How long a request may be silent, in milliseconds. */
  silentMs?: number;
}

const bodyFaults: Record<BodyProblem, () => Error> = {
  broken: () => new BrokenForm(),
  slow: () => new SilentBody(),
  large: () => new AppError('upload-bytes'),
  crowded: () => new AppError('pictures-busy', { retryAfterMs: uploadConstants.retryMs }),
};

/**
 * The upload wire as `@uploadcare/upload-client` speaks it. An error is a 200 with `error` in it for
 * whoever asks with `jsonerrors`, else a text with a status of its own.
 */
export function uploadRoutes({
  ctxOf,
  originOf,
  path,
  corsOrigins,
  silentMs = uploadConstants.silentMs,
}: UploadDoor): Hono<Env> {
  const routes = new Hono<Env>();
  const ctxIn = (c: Call) =>
    ctxOf({ requestId: c.get('requestId'), address: c.get('address'), request: c.req.raw });
  const receiving = createReceiving();
  const fields = limitBody({
    bytesMax: uploadConstants.formBytesMax,
    readOnBytes: uploadConstants.bytesMax,
    ms: silentMs,
    refuse(_c, problem) {
      throw bodyFaults[problem]();
    },
  });

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
    const known = toUploadError(error);
    if (known) return toErrorResponse(c, known);
    // Whoever left in the middle is no trouble of ours.
    if (!c.req.raw.signal.aborted) ctxIn(c).log.error({ err: error }, 'an upload failed');
    return toErrorResponse(c, wire(500, 'UploadAPIError', 'Internal error.'));
  });

  routes.post('/base/', async (c) => {
    const ctx = ctxIn(c);
    const { address } = ctx.request;
    requireLength(c.req.raw, uploadConstants.bytesMax + uploadConstants.formBytesMax);
    const received = await withBody(c.req.raw, silentMs, async (body) => {
      await ctx.rateLimiter.take('upload-by-address', address);
      return receiveForm({ ctx, request: c.req.raw, body, receiving });
    });
    return c.json(received);
  });

  routes.get('/info/', async (c) => {
    const publicKey = readPublicKey(c.req.query('pub_key'), 'pub_key');
    const id = readFileId(c.req.query('file_id'), 'file_id');
    return c.json(infoAnswer(await waitForUpload(ctxIn(c), { id, publicKey })));
  });

  routes.post('/multipart/start/', fields, async (c) => {
    const given = await readFields(c.req.raw, silentMs);
    const { id, signatures } = await startMultipartUpload(ctxIn(c), {
      pass: readPass(given),
      file: readAnnounced(given),
      ...readWishes(given),
    });
    const part = `${originOf(c.req.url)}${path}/multipart/part/${id}`;
    const parts = signatures.map((signature, number) => `${part}/${number}?signature=${signature}`);
    return c.json({ uuid: id, parts });
  });

  routes.put('/multipart/part/:id/:number{[0-9]{1,4}}', async (c) => {
    requireLength(c.req.raw, uploadConstants.bytesMax);
    await withBody(c.req.raw, silentMs, (source) =>
      receivePart(ctxIn(c), {
        uploadId: readFileId(c.req.param('id'), 'uuid'),
        number: Number(c.req.param('number')),
        signature: c.req.query('signature') ?? '',
        source,
      }),
    );
    return c.body(null, 200);
  });

  routes.post('/multipart/complete/', fields, async (c) => {
    const given = await readFields(c.req.raw, silentMs);
    const publicKey = readPublicKey(given.get('UPLOADCARE_PUB_KEY'), 'UPLOADCARE_PUB_KEY');
    const uploadId = readFileId(given.get('uuid'), 'uuid');
    return c.json(infoAnswer(await completeMultipartUpload(ctxIn(c), { uploadId, publicKey })));
  });

  routes.all('*', (c) =>
    toErrorResponse(c, wire(404, 'UploadViewsError', 'There is nothing here.')),
  );
  return routes;
}
