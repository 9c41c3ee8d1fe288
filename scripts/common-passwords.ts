import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dictionary } from '@zxcvbn-ts/language-common';
import { passwordConstants } from '#shared/constants/accounts/credentials.ts';

const name = '@zxcvbn-ts/language-common';
const { version } = createRequire(import.meta.url)(`${name}/package.json`) as { version: string };

/** The most common passwords that are long enough for an account, one a line. */
export function listCommonPasswords() {
  const long = dictionary['passwords-common'].filter(
    (password) => password.length >= passwordConstants.min,
  );
  const passwords = [...new Set(long.map((password) => password.toLowerCase()))].sort();
  return { source: `${name} ${version}`, passwords: `\n${passwords.join('\n')}\n` };
}

if (import.meta.main) {
  const file = new URL('../src/domain/accounts/passwords/common-passwords.json', import.meta.url);
  writeFileSync(file, `${JSON.stringify(listCommonPasswords(), null, 2)}\n`);
}
