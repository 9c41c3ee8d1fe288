import { apiSessionConstants } from '#shared/constants/accounts.ts';
import { type BodyProblem, limitBody, statusOf } from '../lib/limit-body.ts';
import { answer } from './responses.ts';

const words: Record<BodyProblem, [code: string, text: string]> = {
  broken: ['BadRequest', 'the request cannot be read'],
  slow: ['RequestTimeout', 'the request took too long to arrive'],
  large: ['RequestTooLarge', 'the request is too large'],
  crowded: ['TooManyRequests', 'too much is being sent from this address'],
};

/**
 * Refuses requests with more than `bodyMaxBytes`. What is still sent is read on before the answer, up to a
 * bound: clients listen once they have sent all, and the next call of theirs comes by the same connection.
 */
export const limitRealmBody = limitBody({
  bytesMax: apiSessionConstants.bodyMaxBytes,
  readOnBytes: apiSessionConstants.readOnBytes,
  textOnly: true,
  refuse: (c, problem) => answer(c, statusOf(problem), ...words[problem]),
});
