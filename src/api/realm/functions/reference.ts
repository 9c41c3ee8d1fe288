import { rateLimits } from '#shared/constants/server/rate-limits.ts';
import type { ArgumentReference, FunctionReference } from '#shared/types/function-reference.ts';
import { functionAccess } from '../key-access.ts';
import type { Argument } from './arguments.ts';
import type { RealmFunction } from './define-function.ts';
import { functionRegistry } from './registry.ts';

const lineMax = 72;
const expensiveDescription = `The complete lists of players, listings and discussions share one rate limit: ${rateLimits['heavy-function-by-account'].points} calls a minute for an account, or ${rateLimits['heavy-function-by-address'].points} for the IP address of callers without an account.`;

/** Formats a value as code, on several lines if one would be too long. */
function formatValue(value: unknown, before = 0, indent = ''): string {
  const line = formatOnOneLine(value);
  if (before + indent.length + line.length <= lineMax) return line;
  if (typeof value !== 'object' || value === null) return line;
  const innerIndent = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item) => formatValue(item, 0, innerIndent))
    : Object.entries(value).map(
        ([key, item]) => `${key}: ${formatValue(item, key.length + 2, innerIndent)}`,
      );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${lines.map((item) => `${innerIndent}${item},`).join('\n')}\n${indent}${close}`;
}

function formatOnOneLine(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(formatOnOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(([key, item]) => `${key}: ${formatOnOneLine(item)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function formatCall({ name, example }: RealmFunction): string {
  const args = example.arguments;
  const line = `${name}(${args.map(formatOnOneLine).join(', ')})`;
  if (line.length <= lineMax) return line;
  const [only] = args;
  if (args.length === 1) return `${name}(${formatValue(only, name.length + 2)})`;
  return `${name}(\n${args.map((item) => `  ${formatValue(item, 0, '  ')},`).join('\n')}\n)`;
}

function toArgumentReference({
  name,
  type,
  description,
  fields = [],
}: Argument): ArgumentReference {
  return { name, type, description, fields: fields.map(toArgumentReference) };
}

/** The reference of all functions, generated from the registry. */
export const functionReference: readonly FunctionReference[] = [...functionRegistry.values()].map(
  (definition) => ({
    name: definition.name,
    group: definition.group,
    description: definition.expensive
      ? `${definition.description} ${expensiveDescription}`
      : definition.description,
    callers: definition.callers,
    scope: functionAccess[definition.name] ?? 'economy',
    errorStyle: definition.errorStyle,
    signatures: definition.signatures.map((one) => one.arguments.map(toArgumentReference)),
    example: { call: formatCall(definition), answer: formatValue(definition.example.answer) },
  }),
);
