import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';

interface Service {
  env_file?: string;
  environment?: Record<string, string>;
}

const folder = 'deploy/compose';

/** The example of `.env`, with `values` for what it leaves empty and for more settings. */
export function fillExample(values: Record<string, string>): Record<string, string> {
  return { ...parseEnv(readFileSync(`${folder}/.env.example`, 'utf8')), ...values } as Record<
    string,
    string
  >;
}

/**
 * The environment that compose gives to a service: the file `.env`, if the service names it, and over it what the
 * compose file says. @throws Error for a variable that is required and empty, as compose does.
 */
export function readComposeEnvironment(
  name: string,
  dotEnv: Record<string, string>,
): Record<string, string> {
  const { services } = parse(readFileSync(`${folder}/compose.yaml`, 'utf8'), { merge: true }) as {
    services: Record<string, Service>;
  };
  const service = services[name];
  if (!service) throw new Error(`There is no service ${name}.`);
  const own = Object.entries(service.environment ?? {}).map(
    ([key, value]) => [key, interpolate(value, dotEnv)] as const,
  );
  return { ...(service.env_file === '.env' && dotEnv), ...Object.fromEntries(own) };
}

/** Replaces `${NAME}`, `${NAME:?}`, `${NAME:-default}` and `${NAME:+text}`, where the text may have a variable. */
function interpolate(text: string, values: Record<string, string>): string {
  const pattern = /\$\{([A-Z0-9_]+)(?::([?+-])((?:[^{}]|\{[^{}]*\})*))?\}/g;
  return text.replaceAll(pattern, (_all, name: string, kind?: string, more = '') => {
    const value = values[name] ?? '';
    if (kind === '?' && value === '') throw new Error(`required variable ${name} is missing`);
    if (kind === '-') return value || interpolate(more, values);
    if (kind === '+') return value && interpolate(more, values);
    return value;
  });
}
