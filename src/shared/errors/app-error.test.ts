import { expect, it } from 'vitest';
import { appErrors } from './app-error.ts';
import { serverErrorCodes } from './server-error-codes.ts';

it('the codes of server errors are those with such a status', () => {
  const codes = Object.entries(appErrors).flatMap(([code, { status }]) =>
    status >= 500 ? [code] : [],
  );
  expect([...serverErrorCodes].toSorted()).toEqual(codes.toSorted());
});

it('no error of the closed list is a bug, which would hide the id of the request', () => {
  // The server has no capacity (503) or no space on its disk (507).
  const expected: number[] = [503, 507];
  const internal = Object.entries(appErrors).filter(
    ([, { status }]) => status >= 500 && !expected.includes(status),
  );
  // The result of an upload that failed before. The request that failed got the id.
  expect(internal.map(([code]) => code)).toEqual(['picture-failed']);
});
