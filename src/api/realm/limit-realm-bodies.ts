import { type BodyProblem, getBodyProblemStatus, limitBody } from '#http-body/limit-body.ts';
import { apiSessionConstants } from '#shared/constants/accounts/api-sessions.ts';
import { createErrorResponse } from './responses.ts';

const errors: Record<BodyProblem, [code: string, text: string]> = {
  broken: ['BadRequest', 'the request cannot be read'],
  slow: ['RequestTimeout', 'the request took too long to arrive'],
  large: ['RequestTooLarge', 'the request is too large'],
  crowded: ['TooManyRequests', 'too much is being sent from this address'],
};

/**
 * Rejects bodies above `bodyMaxBytes`. The rest of the body is read before the response, up to
 * `drainBytes`: clients read a response only after they have sent everything, and reuse the connection.
 */
export const limitRealmBody = limitBody({
  bytesMax: apiSessionConstants.bodyMaxBytes,
  drainBytes: apiSessionConstants.drainBytes,
  textOnly: true,
  onProblem: (c, problem) =>
    createErrorResponse(c, getBodyProblemStatus(problem), ...errors[problem]),
});
