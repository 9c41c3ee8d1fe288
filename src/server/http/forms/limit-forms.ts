import type { Context } from 'hono';
import { getBodyProblemStatus, limitBody } from '#http-body/limit-body.ts';
import { requestBodyConstants as bodyConstants } from '#shared/constants/server/http-requests.ts';

const problems = {
  broken: 'The form cannot be read.',
  slow: 'The form took too long to arrive. Please try again.',
  large: 'The form is too large.',
  crowded: 'Too much is being sent from your address at the moment. Please try again.',
};

/** Limits the forms of pages that are read as a whole. Forms with files were received before. */
export function limitForms() {
  return limitBody({
    bytesMax: bodyConstants.formBytesMax,
    isTooComplex,
    onProblem: (c, problem) => c.text(problems[problem], getBodyProblemStatus(problem)),
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
