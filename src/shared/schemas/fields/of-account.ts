import { z } from 'zod';
import { usernameConstants } from '../../constants/accounts/credentials.ts';

/** The username by which a list is filtered. */
export const ofAccount = z
  .string()
  .trim()
  .regex(/^[\w-]+$/)
  .max(usernameConstants.max)
  .nullable()
  .catch(null)
  .default(null);
