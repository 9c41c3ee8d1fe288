import type { Argument } from './arguments.ts';
import type { RealmFunction, Signature } from './define-function.ts';
import { decodeExtendedJson } from './extended-json.ts';
import { invalidParameter } from './function-error.ts';

/** Parsed arguments, with the usernames and the loginId that concern the actor. */
export interface ParsedArguments {
  signature: Signature;
  /** The parsed values by argument name. */
  values: Record<string, unknown>;
  /** Every username that must be the actor's own. */
  actors: string[];
  /** Null if none was sent. */
  loginId: string | null;
}

/** Parses the arguments of a call. @throws ApiError `InvalidParameter`. */
export function parseArguments(
  definition: RealmFunction,
  sent: readonly unknown[],
): ParsedArguments {
  const candidates = definition.signatures.filter((one) => one.arguments.length === sent.length);
  const signature = candidates.find((one) => matchesObjects(one, sent)) ?? candidates[0];
  if (!signature)
    throw invalidParameter(
      `${definition.name} takes ${describeCounts(definition)}, not ${sent.length}`,
    );
  const values: Record<string, unknown> = {};
  for (const [index, argument] of signature.arguments.entries())
    values[argument.name] = parseArgument(definition, argument, sent[index]);
  const pairs = signature.arguments.flatMap((one) => flatten(one, values[one.name]));
  const findByKind = (kind: Argument['kind']) =>
    pairs.filter(({ argument }) => argument.kind === kind).map(({ value }) => String(value ?? ''));
  return {
    signature,
    values,
    actors: findByKind('actor'),
    loginId: findByKind('loginId').find((id) => id !== '') ?? null,
  };
}

function parseArgument({ name }: RealmFunction, argument: Argument, sent: unknown): unknown {
  const parsed = argument.schema.safeParse(decodeExtendedJson(sent));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = [argument.name, ...(issue?.path ?? [])].join('.');
  throw invalidParameter(`${name}: ${path}: ${issue?.message ?? 'cannot be read'}`);
}

/** Whether the call has no string at a position at which the signature has an object. */
function matchesObjects({ arguments: list }: Signature, sent: readonly unknown[]): boolean {
  return list.every(({ fields }, index) => !fields || typeof sent[index] !== 'string');
}

interface ArgumentValue {
  argument: Argument;
  value: unknown;
}

/** An argument with its value, followed by the arguments inside it. */
function flatten(argument: Argument, value: unknown): ArgumentValue[] {
  const nested = (argument.fields ?? []).flatMap((field) =>
    flatten(field, (value as Record<string, unknown>)[field.name]),
  );
  return [{ argument, value }, ...nested];
}

/** The numbers of arguments that a function takes, in words. */
function describeCounts({ signatures }: RealmFunction): string {
  const lengths = new Set(signatures.map((one) => one.arguments.length));
  const counts = [...lengths].toSorted((a, b) => a - b);
  const words = counts.map((count) => (count === 0 ? 'no' : String(count))).join(' or ');
  return `${words} argument${words === '1' ? '' : 's'}`;
}
