import { z } from 'zod';

/** A checkbox with this value as true or false. A browser sends none without a tick. */
export const tickedBox = (value: 'on' | 'yes') =>
  z
    .literal(value)
    .optional()
    .transform((box) => box === value);
