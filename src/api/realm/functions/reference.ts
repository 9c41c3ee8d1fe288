import type { ArgumentReference, FunctionReference } from '#shared/schemas/function-reference.ts';
import type { Argument } from './arguments.ts';
import type { FunctionRow } from './define-function.ts';
import { functions } from './registry.ts';

const lineMax = 72;
const heavySays = 'An address has 60 calls of such lists a minute.';

/** A value as a programmer writes it, on several lines where one would be long. */
function written(value: unknown, before = 0, indent = ''): string {
  const line = onOneLine(value);
  if (before + indent.length + line.length <= lineMax) return line;
  if (typeof value !== 'object' || value === null) return line;
  const deeper = `${indent}  `;
  const inside = Array.isArray(value)
    ? value.map((item) => written(item, 0, deeper))
    : Object.entries(value).map(
        ([key, item]) => `${key}: ${written(item, key.length + 2, deeper)}`,
      );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${inside.map((item) => `${deeper}${item},`).join('\n')}\n${indent}${close}`;
}

function onOneLine(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(([key, item]) => `${key}: ${onOneLine(item)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function callOf({ name, example }: FunctionRow): string {
  const args = example.arguments;
  const line = `${name}(${args.map(onOneLine).join(', ')})`;
  if (line.length <= lineMax) return line;
  const [only] = args;
  if (args.length === 1) return `${name}(${written(only, name.length + 2)})`;
  return `${name}(\n${args.map((item) => `  ${written(item, 0, '  ')},`).join('\n')}\n)`;
}

function argumentOf({ name, type, says, fields = [] }: Argument): ArgumentReference {
  return { name, type, says, fields: fields.map(argumentOf) };
}

/** What there is to read of every function, made of the registry itself. */
export const functionReference: readonly FunctionReference[] = [...functions.values()].map(
  (row) => ({
    name: row.name,
    group: row.group,
    says: row.heavy ? `${row.says} ${heavySays}` : row.says,
    callers: row.callers,
    tellsNo: row.tellsNo,
    forms: row.forms.map((form) => form.arguments.map(argumentOf)),
    example: { call: callOf(row), answer: written(row.example.answer) },
  }),
);
