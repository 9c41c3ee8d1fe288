import { z } from 'zod';

/** The idempotency key of a form that moves money or cards. */
export const idempotencyKeyInput = z.uuid('Reload the page and try again.');

/** A form that has this key only. */
export const keyedInput = z.object({ key: idempotencyKeyInput });
