import { openAsBlob } from 'node:fs';
import type { Readable } from 'node:stream';
import { type Context, Hono } from 'hono';
import type { Actor } from '#domain/actor.ts';
import type { Ctx } from '#domain/context.ts';
import { toDiskError } from '#domain/downloads/receive-download-file.ts';
import type { TempDir } from '#domain/gallery/storage/temp-dirs.ts';
import { type FormLimits, MalformedFormError, parseForm } from '#http-body/parse-multipart.ts';
import { processBody, StalledBodyError } from '#http-body/stalled-body.ts';
import { createCtx } from '#server/bootstrap/create-services.ts';
import type { Services } from '#server/bootstrap/services.ts';
import { uploadConstants } from '#shared/constants/gallery/uploads.ts';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import type { SentForm } from '#web/lib/sent-form-context.ts';
import type { Env } from '../hono-env.ts';
import { isFromOwnOrigin } from '../security/origin-check.ts';
import { readSessionOfRequest } from '../session-of-request.ts';

interface ReceivedFile {
  path: string;
  bytes: number;
}

/** The fields of a form, the first value of each name, and its files, which are in `dir`. */
interface Arrived<File extends ReceivedFile> {
  fields: ReadonlyMap<string, string>;
  files: readonly (File & { name: string })[];
  dir: TempDir;
}

/** What a form is answered with. */
export interface FormAnswers<File extends ReceivedFile = ReceivedFile> {
  arrived(sent: SentForm, form: Arrived<File>): Promise<Response>;
  /** The form did not arrive, or `arrived` threw this error. */
  failed(sent: SentForm, error: AppError): Promise<Response> | Response;
}

/** A place among the files that are being received. */
interface TakenSlot {
  giveBack: () => void;
  /** Aborted when the slot is given to another file. */
  signal?: AbortSignal;
  /** Gets how many bytes of the file have arrived. */
  reportBytes?: (bytes: number) => void;
}

/** A form that carries files. */
export interface FileForm<File extends ReceivedFile = ReceivedFile> {
  /** Its paths as the router writes them. */
  paths: readonly string[];
  maySend: (actor: Actor, params: Record<string, string>) => boolean;
  /** @throws AppError if the account, or everybody, has as many as possible. */
  takeSlot: (accountId: string) => TakenSlot;
  /** The largest form with its files. */
  bytesMax: number;
  limits?: FormLimits;
  /** How long it may take to arrive, in milliseconds. Without it, it only has to arrive at the smallest rate. */
  arrivalMs?: number;
  tooLarge: () => AppError;
  /** Checks the form before a file is received. `bytes` is the announced size; undefined if it is unknown. */
  check?: (
    ctx: Ctx,
    form: {
      params: Record<string, string>;
      fields: ReadonlyMap<string, string>;
      bytes?: number | undefined;
    },
  ) => Promise<void>;
  receive: (dir: TempDir, stream: Readable, onProgress?: (bytes: number) => void) => Promise<File>;
  answer: (c: Context<Env>, createSenderCtx: () => Promise<Ctx>) => FormAnswers<File>;
}

/**
 * Receives forms with files and writes the files to the disk while they arrive. Requests of those who may not send
 * the form are left to the next handler.
 */
export function createFileFormRoutes(
  services: Services,
  forms: readonly FileForm[],
  stallTimeoutMs: number = uploadConstants.stallTimeoutMs,
): Hono<Env> {
  const routes = new Hono<Env>();
  for (const form of forms) {
    for (const path of form.paths)
      routes.post(path, (c, next) => handleForm({ services, stallTimeoutMs, form, c, next }));
  }
  return routes;
}

interface Handling {
  services: Services;
  stallTimeoutMs: number;
  form: FileForm;
  c: Context<Env>;
  next: () => Promise<void>;
}

async function handleForm({ services, stallTimeoutMs, form, c, next }: Handling) {
  const request = c.req.raw;
  const { origin } = new URL(services.config.ORIGIN ?? request.url);
  const isMultipart = c.req.header('Content-Type')?.startsWith('multipart/form-data') ?? false;
  if (!isMultipart || !isFromOwnOrigin(request, origin)) return next();
  const readActor = async () =>
    (await readSessionOfRequest(services, request, c.get('address'))).actor;
  const actor = await readActor();
  if (!actor || !form.maySend(actor, c.req.param())) return next();
  /** The session is read again, because sending a file takes long. */
  async function createSenderCtx(): Promise<Ctx> {
    const [id, address] = [c.get('requestId'), c.get('address')];
    return createCtx(services, { id, address, origin, userAgent: null }, await readActor());
  }
  const sent: SentForm = { form: new FormData(), files: [], error: null, result: null };
  const answers = form.answer(c, createSenderCtx);
  let slot: TakenSlot | undefined;
  try {
    return await services.gallery.tempDirs.use(async (dir) => {
      const arrived = await processBody(request, stallTimeoutMs, async (body) => {
        slot = form.takeSlot(actor.id);
        return receiveFiles({ form, c, body, dir, sent, slot, createSenderCtx });
      });
      return answers.arrived(sent, { ...arrived, dir });
    });
  } catch (error) {
    const known = toAppError(error, form);
    if (!known) throw error;
    return answers.failed(sent, known);
  } finally {
    slot?.giveBack();
  }
}

interface Receiving extends Pick<Handling, 'form' | 'c'> {
  body: AsyncIterable<Uint8Array>;
  dir: TempDir;
  sent: SentForm;
  slot: TakenSlot;
  createSenderCtx: () => Promise<Ctx>;
}

async function receiveFiles({ form, c, body, dir, sent, slot, createSenderCtx }: Receiving) {
  const { bytesMax, limits, arrivalMs, check } = form;
  const length = c.req.header('Content-Length');
  const bytes = length === undefined ? undefined : Number(length);
  if (bytes !== undefined && bytes > bytesMax) throw form.tooLarge();
  const { fields, files } = await parseForm(
    { type: c.req.header('Content-Type') ?? '', body },
    {
      ...{ bytesMax, limits },
      onField: (name, value) => sent.form.append(name, value),
      async receive(stream, before) {
        // More fields may arrive meanwhile.
        const known = { params: c.req.param(), fields: new Map(before), bytes };
        await check?.(await createSenderCtx(), known);
        return form.receive(dir, stream, slot.reportBytes);
      },
      signal: AbortSignal.any([
        ...(slot.signal ? [slot.signal] : []),
        ...(arrivalMs === undefined ? [] : [AbortSignal.timeout(arrivalMs)]),
      ]),
    },
  );
  for (const { field, name, type, received } of files) {
    const { path, bytes } = received;
    const content = bytes > 0 ? [await openAsBlob(path)] : [];
    sent.form.append(field, new File(content, name, { type }));
    if (bytes > 0) sent.files.push({ name, path, bytes });
  }
  return { fields, files: files.map(({ name, received }) => ({ name, ...received })) };
}

/** The error for the sender of a form; null for a bug. */
function toAppError(thrown: unknown, { tooLarge }: FileForm): AppError | null {
  const error = toDiskError(thrown);
  if (isAppError(error)) return error.code === 'upload-bytes' ? tooLarge() : error;
  const isLate = error instanceof DOMException && error.name === 'TimeoutError';
  const isCut = error instanceof StalledBodyError || error instanceof MalformedFormError;
  return isCut || isLate ? new AppError('download-cut') : null;
}
