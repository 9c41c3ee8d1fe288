import type { z } from 'zod';
import { AppError } from '#shared/errors/app-error.ts';

/**
 * Reads what a form of the web would send by the form's own schema, so that both doors hold the same rules.
 * @throws Refusal `bad-input` with what is wrong with each field.
 */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) fields[issue.path.join('.')] ??= issue.message;
  throw new AppError('bad-input', { fields });
}
