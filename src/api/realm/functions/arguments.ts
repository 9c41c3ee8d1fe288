import { z } from 'zod';
import { AppError, type AppErrorCode } from '#shared/errors/app-error.ts';

/** How a call uses an argument. */
export type ArgumentKind =
  /** The actor's own username. A call with another name is rejected. */
  | 'actor'
  /** The secret that authenticates the actor. */
  | 'loginId'
  /** The username of any player. */
  | 'subject'
  | 'value';

/** An argument: how the server parses it and how the reference describes it. */
export interface Argument<Output = unknown> {
  name: string;
  kind: ArgumentKind;
  /** Its type in words. */
  type: string;
  description: string;
  schema: z.ZodType<Output>;
  /** The fields of an object. */
  fields?: readonly Argument[];
}

/** The parsed values of arguments, by name. */
export type NamedValues<Arguments extends readonly Argument[]> = {
  [One in Arguments[number] as One['name']]: One extends Argument<infer Output> ? Output : never;
};

/** The name of a player, game or card. All names are shorter and contain no null character. */
export const nameSchema = z
  .string()
  .max(200, 'is too long to be a name')
  .refine((text) => !text.includes('\0') && text.isWellFormed(), 'is not a name');

/** A text that a player wrote. The use case checks the exact length. */
export const longTextSchema = z.string().max(20_000, 'is too long');

/**
 * Returns the id that a text is.
 * @throws AppError `code` if the text cannot be an id.
 */
export function requireId(text: string, code: AppErrorCode): string {
  const id = z.uuid().toLowerCase().safeParse(text);
  if (!id.success) throw new AppError(code);
  return id.data;
}

export function actorArgument<Name extends string>(name: Name): Argument<string> & { name: Name } {
  const description = 'Your own username.';
  return { name, kind: 'actor', type: 'string', description, schema: nameSchema };
}

/**
 * A loginId may be empty or null. Then the account of the session acts. As a field of an object it may
 * also be missing.
 */
export function loginIdArgument(
  description = 'The loginId that loginUser returned. If it is null or empty, the call acts as the account of the session.',
): Argument<string | null> & { name: 'loginId' } {
  const schema = z
    .string()
    .max(200, 'is no loginId')
    .nullish()
    .transform((sent) => sent ?? null);
  return { name: 'loginId', kind: 'loginId', type: 'string | null', description, schema };
}

export function subjectArgument<Name extends string>(
  name: Name,
  description = 'The username of any player.',
): Argument<string> & { name: Name } {
  return { name, kind: 'subject', type: 'string', description, schema: nameSchema };
}

export function valueArgument<Name extends string, Output>(
  name: Name,
  type: string,
  schema: z.ZodType<Output>,
  description: string,
): Argument<Output> & { name: Name } {
  return { name, kind: 'value', type, description, schema };
}

/** An argument that is an object with these fields. Other fields are ignored. */
export function objectArgument<Name extends string, const Fields extends readonly Argument[]>(
  name: Name,
  fields: Fields,
  description: string,
): Argument<NamedValues<Fields>> & { name: Name } {
  const schema = z.object(Object.fromEntries(fields.map((field) => [field.name, field.schema])));
  return {
    name,
    kind: 'value',
    type: 'object',
    description,
    // The keys are the names of the fields.
    schema: schema as unknown as z.ZodType<NamedValues<Fields>>,
    fields,
  };
}
