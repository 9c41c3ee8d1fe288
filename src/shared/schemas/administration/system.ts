import { z } from 'zod';

/** The form that starts a background job. */
export const startedJobForm = z.object({ name: z.string().min(1).max(100) });
