import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import type { Ctx } from '#domain/context.ts';
import {
  completeMultipartUpload,
  waitForUpload,
} from '#domain/gallery/uploads/complete-multipart-upload.ts';
import { receivePart } from '#domain/gallery/uploads/receive-part.ts';
import { receiveSingleUpload, startMultipartUpload } from '#domain/gallery/uploads/start-upload.ts';
import { verifyUploadToken } from '#domain/gallery/uploads/upload-token.ts';
import { databaseUnavailable, isDatabaseUnavailable } from '#domain/lib/database-unavailable.ts';
import { type BodyEnv, type BodyProblem, limitBody } from '#http-body/limit-body.ts';
import { MalformedFormError, parseForm } from '#http-body/parse-multipart.ts';
import { createRevocableReceivingSlots } from '#http-body/revocable-receiving-slots.ts';
import { processBody, StalledBodyError } from '#http-body/stalled-body.ts';
import { uploadApiSlots, uploadConstants } from '#shared/constants/gallery/uploads.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { ApiError } from '../lib/api-error.ts';
import {
  parseAnnouncedFile,
  parseFileId,
  parseFileOptions,
  parseUploadToken,
  requirePublicKey,
} from './parse-fields.ts';
import { toErrorResponse, toFileInfoResponse, toUploadError } from './responses.ts';

type Env = BodyEnv & { Variables: { requestId: string } };
type Call = Context<Env>;

interface UploadRoutesOptions {
  /** The context of a request, without an actor. */
  createCtx(call: { requestId: string; address: string; request: Request }): Ctx;
  /** The scheme and host by which clients reach this server. */
  getOrigin(url: string): string;
  /** The path of the routes, without the origin. */
  path: string;
  /** Other origins whose pages may call the API. */
  corsOrigins: readonly string[];
  /** How long a request may send nothing, in milliseconds. */
  stallTimeoutMs?: number;
}

const bodyErrors: Record<BodyProblem, () => Error> = {
  broken: () => new MalformedFormError(),
  slow: () => new StalledBodyError(),
  large: () => new AppError('upload-bytes'),
  crowded: () => new AppError('pictures-busy', { retryAfterMs: uploadConstants.retryMs }),
};

/**
 * The upload API for `@uploadcare/upload-client`. With `jsonerrors` in the query, an error is a 200 with
 * `error` in its JSON; without, it is a text with an error status.
 */
export function createUploadRoutes({
  createCtx,
  getOrigin,
  path,
  corsOrigins,
  stallTimeoutMs = uploadConstants.stallTimeoutMs,
}: UploadRoutesOptions): Hono<Env> {
  const routes = new Hono<Env>();
  const createRequestCtx = (c: Call) =>
    createCtx({ requestId: c.get('requestId'), address: c.get('address'), request: c.req.raw });
  const slots = createRevocableReceivingSlots(uploadApiSlots);
  const limitForm = limitBody({
    bytesMax: uploadConstants.formBytesMax,
    drainBytes: uploadConstants.bytesMax,
    timeoutMs: stallTimeoutMs,
    onProblem(_c, problem) {
      throw bodyErrors[problem]();
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
    const expected = toUploadError(error);
    if (expected) return toErrorResponse(c, expected);
    // A client that disconnects during a request is not an error.
    if (!c.req.raw.signal.aborted)
      createRequestCtx(c).log.error({ err: error }, 'an upload failed');
    const { status, text, retryAfterMs } = databaseUnavailable;
    const response = isDatabaseUnavailable(error)
      ? new ApiError(status, 'UploadAPIError', text, retryAfterMs)
      : new ApiError(500, 'UploadAPIError', 'Internal error.');
    return toErrorResponse(c, response);
  });

  routes.post('/base/', async (c) => {
    const ctx = createRequestCtx(c);
    const { address } = ctx.request;
    checkContentLength(c.req.raw, uploadConstants.bytesMax + uploadConstants.formBytesMax);
    const received = await processBody(c.req.raw, stallTimeoutMs, async (body) => {
      await ctx.rateLimiter.take('upload-by-address', address);
      return receiveForm({ ctx, request: c.req.raw, body, slots });
    });
    return c.json(received);
  });

  routes.get('/info/', async (c) => {
    const publicKey = requirePublicKey(c.req.query('pub_key'), 'pub_key');
    const id = parseFileId(c.req.query('file_id'), 'file_id');
    return c.json(toFileInfoResponse(await waitForUpload(createRequestCtx(c), { id, publicKey })));
  });

  routes.post('/multipart/start/', limitForm, async (c) => {
    const form = await parseFields(c.req.raw, stallTimeoutMs);
    const ctx = createRequestCtx(c);
    const { userId } = await verifyUploadToken(ctx, parseUploadToken(form));
    const { id, signatures } = await startMultipartUpload(ctx, {
      userId,
      file: parseAnnouncedFile(form),
      ...parseFileOptions(form),
    });
    const part = `${getOrigin(c.req.url)}${path}/multipart/part/${id}`;
    const parts = signatures.map((signature, number) => `${part}/${number}?signature=${signature}`);
    return c.json({ uuid: id, parts });
  });

  routes.put('/multipart/part/:id/:number{[0-9]{1,4}}', async (c) => {
    checkContentLength(c.req.raw, uploadConstants.bytesMax);
    await processBody(c.req.raw, stallTimeoutMs, (source) =>
      receivePart(createRequestCtx(c), {
        uploadId: parseFileId(c.req.param('id'), 'uuid'),
        number: Number(c.req.param('number')),
        signature: c.req.query('signature') ?? '',
        source,
      }),
    );
    return c.body(null, 200);
  });

  routes.post('/multipart/complete/', limitForm, async (c) => {
    const form = await parseFields(c.req.raw, stallTimeoutMs);
    const publicKey = requirePublicKey(form.get('UPLOADCARE_PUB_KEY'), 'UPLOADCARE_PUB_KEY');
    const uploadId = parseFileId(form.get('uuid'), 'uuid');
    return c.json(
      toFileInfoResponse(
        await completeMultipartUpload(createRequestCtx(c), { uploadId, publicKey }),
      ),
    );
  });

  routes.all('*', (c) =>
    toErrorResponse(c, new ApiError(404, 'UploadViewsError', 'There is nothing here.')),
  );
  return routes;
}

interface ReceiveOptions {
  ctx: Ctx;
  request: Request;
  body: AsyncIterable<Uint8Array>;
  slots: ReturnType<typeof createRevocableReceivingSlots>;
}

/** Receives a file. Returns its id under the name of its form field. */
async function receiveForm({
  ctx,
  request,
  body,
  slots,
}: ReceiveOptions): Promise<Record<string, string>> {
  return ctx.gallery.tempDirs.use(async (tempDir) => {
    const slot = slots.take(ctx.request.address);
    const {
      fields,
      files: [file],
    } = await parseForm(
      { type: getContentType(request), body },
      {
        bytesMax: uploadConstants.bytesMax + uploadConstants.formBytesMax,
        signal: slot.signal,
        async receive(stream, before) {
          // A wrong signature is rejected before the file is stored.
          if (before.has('signature')) {
            const { userId } = await verifyUploadToken(ctx, parseUploadToken(before));
            if (userId !== null) slot.assignToAccount(userId);
          }
          return tempDir.write(stream, {
            bytesMax: uploadConstants.bytesMax,
            onProgress: slot.reportBytes,
          });
        },
      },
    ).finally(slot.giveBack);
    const { userId } = await verifyUploadToken(ctx, parseUploadToken(fields));
    if (!file) throw new ApiError(400, 'FilesRequiredError', 'Request does not contain files.');
    const { id } = await receiveSingleUpload(ctx, tempDir, {
      userId,
      file: { name: file.name, ...file.received },
      ...parseFileOptions(fields),
      signal: request.signal,
    });
    return Object.fromEntries([[file.field, id]]);
  });
}

/** Parses a form without a file. Files in it are ignored. */
async function parseFields(
  request: Request,
  stallTimeoutMs: number,
): Promise<ReadonlyMap<string, string>> {
  checkContentLength(request, uploadConstants.formBytesMax);
  return processBody(request, stallTimeoutMs, async (body) => {
    const form = { type: getContentType(request), body };
    const { fields } = await parseForm(form, {
      bytesMax: uploadConstants.formBytesMax,
      receive: async (stream) => void stream.resume(),
    });
    return fields;
  });
}

function getContentType({ headers }: Request): string {
  return headers.get('Content-Type') ?? '';
}

/** Rejects a body early by its Content-Length. @throws AppError `upload-bytes`. */
function checkContentLength(request: Request, bytesMax: number): void {
  if (Number(request.headers.get('Content-Length') ?? 0) > bytesMax) {
    throw new AppError('upload-bytes');
  }
}
