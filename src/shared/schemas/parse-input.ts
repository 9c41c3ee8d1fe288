import type { z } from 'zod';
import { AppError } from '../errors/app-error.ts';

/**
 * Parses input that a client sent: JSON, a form or a query. Of several values of one name in a form or query
 * the first counts.
 * @throws AppError `bad-input` with the first text of each invalid field.
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const isForm = input instanceof FormData || input instanceof URLSearchParams;
  const parsed = schema.safeParse(isForm ? readFirstValues(input) : input);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) fields[issue.path.join('.')] ??= issue.message;
  throw new AppError('bad-input', { fields });
}

function readFirstValues(form: FormData | URLSearchParams): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null);
  for (const [name, value] of form) if (!(name in values)) values[name] = value;
  return values;
}
