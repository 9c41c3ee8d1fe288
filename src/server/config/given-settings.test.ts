import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingNames } from './config.ts';
import { listGivenSettings } from './given-settings.ts';

test('settings are listed without secrets, passwords and names that are no settings', () => {
  const given = listGivenSettings(
    {
      PORT: '3000',
      ORIGIN: ' https://guild.example ',
      HOME: '/root',
      LOG_LEVEL: '',
      DATABASE_URL: 'postgres://a:secret@b/c',
      RAWG_URL: 'https://me:secret@rawg.example/api?key=secret',
      OIDC_CLIENT_SECRET: 'secret',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=secret',
    },
    settingNames,
  );
  expect(given).toEqual([
    { name: 'PORT', value: '3000' },
    { name: 'ORIGIN', value: 'https://guild.example' },
    { name: 'DATABASE_URL', value: null },
    { name: 'RAWG_URL', value: 'https://rawg.example/api' },
    { name: 'OIDC_CLIENT_SECRET', value: null },
    { name: 'OTEL_EXPORTER_OTLP_HEADERS', value: null },
  ]);
});

test('no setting whose explanation calls it a secret or a password is shown', () => {
  const lines = readFileSync('.env.example', 'utf8').split('\n');
  let explanation = '';
  const shown: string[] = [];
  for (const line of lines) {
    const [, name] = /^([A-Z0-9_]+)=/.exec(line) ?? [];
    if (!name) {
      explanation = line.startsWith('#') ? `${explanation} ${line}` : '';
      continue;
    }
    const [setting] = listGivenSettings({ [name]: 'x' }, [name]);
    const isSecret = /secret|password|bearer|key of/i.test(`${name} ${explanation}`);
    if (isSecret && setting?.value !== null) shown.push(name);
    explanation = '';
  }
  // The folder has secrets, but its address is no secret.
  expect(shown).toEqual(['DATA_DIR']);
});
