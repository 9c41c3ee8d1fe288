import { z } from 'zod';
import { logInInput } from '../accounts/accounts.ts';
import { appealInput } from './reports.ts';

/** The appeal of an account that cannot log in. */
export const appealSuspensionInput = z.object({
  ...logInInput.shape,
  text: appealInput.shape.text,
});
export type AppealSuspensionInput = z.output<typeof appealSuspensionInput>;
