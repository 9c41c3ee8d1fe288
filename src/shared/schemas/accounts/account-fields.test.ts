import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logInChecks, registerChecks } from './account-fields.ts';
import { logInInput, registerInput } from './accounts.ts';

/** What the server says first of each field. */
function serverSays(schema: typeof registerInput | typeof logInInput, input: object) {
  const parsed = schema.safeParse(input);
  const fields: Record<string, string> = {};
  for (const issue of parsed.error?.issues ?? []) fields[issue.path.join('.')] ??= issue.message;
  return fields;
}

const typed = fc.oneof(
  fc.string({ maxLength: 24 }),
  fc.stringMatching(/^[a-z0-9_-]{0,24}$/),
  fc.emailAddress(),
  fc.string({ minLength: 120, maxLength: 300 }),
);

describe('the checks in the browser', () => {
  it('give the same errors for a registration as the server', () => {
    fc.assert(
      fc.property(typed, typed, typed, (username, password, email) => {
        const input = { username, password, email };
        const { username: name, ...said } = serverSays(registerInput, input);
        const checks = {
          password: registerChecks.password(password) ?? undefined,
          email: registerChecks.email(email) ?? undefined,
        };
        expect({ password: said.password, email: said.email }).toEqual(checks);
        // Only the server knows the reserved names.
        const reserved = name === 'This username is reserved.' ? undefined : name;
        expect(reserved).toBe(registerChecks.username(username) ?? undefined);
      }),
    );
  });

  it('give the same errors for a login as the server', () => {
    fc.assert(
      fc.property(typed, typed, (username, password) => {
        const said = serverSays(logInInput, { username, password });
        expect(said.username).toBe(logInChecks.username(username) ?? undefined);
        expect(said.password).toBe(logInChecks.password(password) ?? undefined);
      }),
    );
  });

  it.each([
    ['ada@example.com', null],
    [' ada@example.com ', null],
    ['ada+games@mail.example.co', null],
    ['', 'Enter an email address.'],
    ['a&b@example.com', null],
    ['x=y@example.com', null],
    ["o'neil!#$%*/?^`{|}~@example.com", null],
    ['ada@bücher.example', null],
    ['ada@例え.テスト', null],
    ['ada@xn--bcher-kva.example', null],
    ['ada@-example.com', 'Enter an email address such as ada@example.com.'],
    ['.ada@example.com', 'Enter an email address such as ada@example.com.'],
    ['ada,b@example.com', 'Enter an email address such as ada@example.com.'],
    ['<ada>@example.com', 'Enter an email address such as ada@example.com.'],
    ['a@b@bücher.example', 'Enter an email address such as ada@example.com.'],
    ['ada@bücher.example/x', 'Enter an email address such as ada@example.com.'],
    ['ada@bü\u202echer.example', 'Enter an email address such as ada@example.com.'],
    ['ada', 'Enter an email address such as ada@example.com.'],
    ['ada@example', 'Enter an email address such as ada@example.com.'],
    ['a..b@example.com', 'Enter an email address such as ada@example.com.'],
    [`${'a'.repeat(250)}@example.com`, 'Use at most 254 characters.'],
  ])('say of the email address %j: %j', (email, problem) => {
    expect(registerChecks.email(email)).toBe(problem);
  });

  it.each([
    ['', 'Enter a username.'],
    ['ab', 'Use at least 3 characters.'],
    ['-ada', 'Use letters, digits, _ and -, and start with a letter or a digit.'],
    ['ada_L-1', null],
  ])('say of the username %j: %j', (username, problem) => {
    expect(registerChecks.username(username)).toBe(problem);
  });
});
