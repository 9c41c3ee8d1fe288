import type { z } from 'zod';
import { AppError } from '#shared/errors/app-error.ts';

/**
 * Parses input that a client sent.
 * @throws AppError `bad-input` with the first message of each field; its text names the first field.
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const fields: Record<string, string> = {};
  for (const issue of issues) fields[issue.path.join('.')] ??= issue.message;
  const [issue] = issues;
  const prefix = issue?.path.length ? `${issue.path.join('.')}: ` : '';
  throw new AppError('bad-input', {
    fields,
    text: `${prefix}${issue?.message ?? 'cannot be read'}`,
  });
}
