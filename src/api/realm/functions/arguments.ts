import { z } from 'zod';

/** What an argument is to a call. */
export type ArgumentKind =
  /** Names who acts: must be the player that the call has proved to be. */
  | 'actor'
  /** Proves who acts. */
  | 'loginId'
  /** Names whom it is about: anybody. */
  | 'subject'
  | 'value';

/** An argument as the server reads it and as the reference tells of it. */
export interface Argument<Output = unknown> {
  name: string;
  kind: ArgumentKind;
  /** Its type in words. */
  type: string;
  says: string;
  schema: z.ZodType<Output>;
  /** Of an object: what is in it. */
  fields?: readonly Argument[];
}

/** What `run` gets of arguments. */
export type Outputs<Arguments extends readonly Argument[]> = {
  -readonly [Index in keyof Arguments]: Arguments[Index] extends Argument<infer Output>
    ? Output
    : never;
};

/** Names of people, games and cards: what is longer names nothing, and no name has a null character. */
export const nameText = z
  .string()
  .max(200, 'is too long to be a name')
  .refine((text) => !text.includes('\0') && text.isWellFormed(), 'is not a name');

/** What somebody wrote; how long it may be is said by whoever reads it. */
export const longText = z.string().max(20_000, 'is too long');

export function actor<Name extends string>(name: Name): Argument<string> & { name: Name } {
  const says = 'The player who acts: you.';
  return { name, kind: 'actor', type: 'string', says, schema: nameText };
}

/**
 * Whoever has bound a player to the session by `loginUser` may leave it empty or send null; in an object
 * clients leave out what they have not.
 */
export function loginId(): Argument<string | null> & { name: 'loginId' } {
  const says = 'What loginUser answered. Null or empty where the session is bound to the player.';
  const schema = z
    .string()
    .max(200, 'is no loginId')
    .nullish()
    .transform((sent) => sent ?? null);
  return { name: 'loginId', kind: 'loginId', type: 'string | null', says, schema };
}

export function subject<Name extends string>(
  name: Name,
  says = 'Whom it is about: any player.',
): Argument<string> & { name: Name } {
  return { name, kind: 'subject', type: 'string', says, schema: nameText };
}

export function value<Name extends string, Output>(
  name: Name,
  type: string,
  schema: z.ZodType<Output>,
  says: string,
): Argument<Output> & { name: Name } {
  return { name, kind: 'value', type, says, schema };
}

type FieldOutputs<Fields extends readonly Argument[]> = {
  [Field in Fields[number] as Field['name']]: Field extends Argument<infer Output> ? Output : never;
};

/** An argument that is an object of arguments; what else is in it is not read. */
export function fields<const Fields extends readonly Argument[]>(
  name: string,
  list: Fields,
  says: string,
): Argument<FieldOutputs<Fields>> {
  const schema = z.object(Object.fromEntries(list.map((field) => [field.name, field.schema])));
  return {
    name,
    kind: 'value',
    type: 'object',
    says,
    // The keys are those of the list.
    schema: schema as unknown as z.ZodType<FieldOutputs<Fields>>,
    fields: list,
  };
}
