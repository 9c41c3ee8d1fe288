import type { Argument } from './arguments.ts';
import type { Form, FunctionRow } from './define-function.ts';
import { decode } from './extended-json.ts';
import { invalidParameter } from './function-error.ts';

/** Arguments as their schemas read them, and what they say of who calls. */
export interface ReadArguments {
  form: Form;
  values: unknown[];
  /** Every name that must be the player's own. */
  actors: string[];
  /** Null where none was sent. */
  loginId: string | null;
}

/** Reads what was sent for a function. @throws FunctionFault `InvalidParameter`. */
export function readArguments(row: FunctionRow, sent: readonly unknown[]): ReadArguments {
  const forms = row.forms.filter((one) => one.arguments.length === sent.length);
  const form = forms.find((one) => isMeant(one, sent)) ?? forms[0];
  if (!form) throw invalidParameter(`${row.name} takes ${countsOf(row)}, not ${sent.length}`);
  const values = form.arguments.map((argument, place) => {
    const parsed = argument.schema.safeParse(decode(sent[place]));
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const path = [argument.name, ...(issue?.path ?? [])].join('.');
    throw invalidParameter(`${row.name}: ${path}: ${issue?.message ?? 'cannot be read'}`);
  });
  const found = form.arguments.flatMap((argument, place) => named(argument, values[place]));
  const of = (kind: Argument['kind']) =>
    found.filter(({ argument }) => argument.kind === kind).map(({ value }) => String(value ?? ''));
  return {
    form,
    values,
    actors: of('actor'),
    loginId: of('loginId').find((id) => id !== '') ?? null,
  };
}

/** Of forms with as many arguments: whether no text was sent where this one has an object. */
function isMeant({ arguments: list }: Form, sent: readonly unknown[]): boolean {
  return list.every(({ fields }, place) => !fields || typeof sent[place] !== 'string');
}

interface Named {
  argument: Argument;
  value: unknown;
}

/** An argument with its value, and those in it. */
function named(argument: Argument, value: unknown): Named[] {
  const inside = (argument.fields ?? []).flatMap((field) =>
    named(field, (value as Record<string, unknown>)[field.name]),
  );
  return [{ argument, value }, ...inside];
}

function countsOf({ forms }: FunctionRow): string {
  const each = new Set(forms.map((one) => one.arguments.length));
  const counts = [...each].toSorted((a, b) => a - b);
  const words = counts.map((count) => (count === 0 ? 'no' : String(count))).join(' or ');
  return `${words} argument${words === '1' ? '' : 's'}`;
}
