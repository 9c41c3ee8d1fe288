import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { isCatalogEditor } from '#domain/permissions/require-catalog-editor.ts';
import { type BodyEnv, getBodyProblemStatus, limitBody } from '#http-body/limit-body.ts';
import type { Services } from '#server/bootstrap/services.ts';
import { requestBodyConstants as bodyConstants } from '#shared/constants/http-requests.ts';
import { readSessionOfRequest } from './session-of-request.ts';

const problems = {
  broken: 'The form cannot be read.',
  slow: 'The form took too long to arrive. Please try again.',
  large: 'The form is too large.',
  crowded: 'Too much is being sent from your address at the moment. Please try again.',
};
const fileProblems = {
  ...problems,
  large: 'The files are too large: a form may have 12 MB. Go back and choose smaller files.',
};
const busyText = 'Other files are being received at the moment. Please try again.';

/**
 * Limits the forms of pages. Those of the administration may carry files, but only of catalog editors
 * and admins, and only a few at once: they are in memory until they were handled.
 */
export function limitForms(services: Pick<Services, 'db' | 'keys' | 'clock' | 'config'>) {
  const limit = limitBody({
    bytesMax: bodyConstants.formBytesMax,
    isTooComplex,
    onProblem: (c, problem) => c.text(problems[problem], getBodyProblemStatus(problem)),
  });
  const limitFiles = limitBody({
    bytesMax: bodyConstants.fileFormBytesMax,
    drainBytes: bodyConstants.fileFormDrainBytes,
    timeoutMs: bodyConstants.fileFormArrivalMs,
    onProblem: (c, problem) => c.text(fileProblems[problem], getBodyProblemStatus(problem)),
  });
  let running = 0;

  async function isFromEditor(request: Request, address: string): Promise<boolean> {
    return isCatalogEditor((await readSessionOfRequest(services, request, address)).actor);
  }

  return createMiddleware<BodyEnv>(async (c, next) => {
    const { method, path } = c.req;
    if (method !== 'POST' || !path.startsWith('/admin/')) return limit(c, next);
    const length = c.req.header('Content-Length');
    const isSmall = length !== undefined && Number(length) <= bodyConstants.formBytesMax;
    if (isSmall || !(await isFromEditor(c.req.raw, c.get('address')))) return limit(c, next);
    if (running >= bodyConstants.fileFormsMax) {
      c.header('Retry-After', String(bodyConstants.retryMs / 1000));
      c.header('Connection', 'close');
      return c.text(busyText, 429);
    }
    running += 1;
    try {
      return await limitFiles(c, next);
    } finally {
      running -= 1;
    }
  });
}

/**
 * Whether a form has more fields, or lines of a multipart form, than any page sends. Parsing a quarter of a megabyte of
 * them takes a tenth of a second, in which the server answers nobody.
 */
function isTooComplex({ req }: Context, bytes: Uint8Array): boolean {
  const type = req.header('Content-Type') ?? '';
  if (!type.startsWith('multipart/'))
    return countUpTo(bytes, '&', bodyConstants.formFieldsMax) >= bodyConstants.formFieldsMax;
  const { formPartsMax, formLinesMax } = bodyConstants;
  return (
    countUpTo(bytes, '\n--', formPartsMax) >= formPartsMax ||
    countUpTo(bytes, '\n', formLinesMax) >= formLinesMax
  );
}

function countUpTo(bytes: Uint8Array, text: string, max: number): number {
  const searched = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  for (let at = searched.indexOf(text); at >= 0 && count < max; count += 1)
    at = searched.indexOf(text, at + text.length);
  return count;
}
