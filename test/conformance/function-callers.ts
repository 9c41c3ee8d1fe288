import { Credentials, type User } from 'realm-web';
import { expect } from 'vitest';
import type { useRealmApp } from './realm-app.ts';

type Fixture = Awaited<ReturnType<ReturnType<typeof useRealmApp>>>;
type Functions = Record<string, (...args: unknown[]) => Promise<unknown>>;

export const password = 'correct horse';
export const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Returns a function that calls functions of the client. @throws Error for an unknown name. */
export function callOf(user: User) {
  const functions = user.functions as unknown as Functions;
  return (name: string, ...args: unknown[]): Promise<unknown> => {
    const named = functions[name];
    if (!named) throw new Error(`The client has no ${name}.`);
    return named(...args);
  };
}

/** Registers a player and logs in, by functions. Each has a separate client, as in two browsers. */
export async function enter(fixture: Fixture, username: string) {
  const { app } = fixture.openApp();
  const call = callOf(await app.logIn(Credentials.anonymous()));
  expect(
    await call('registerUser', { email: `${username}@example.com`, username, password }),
  ).toEqual({ success: true, result: { username } });
  const login = (await call('loginUser', { username: username.toLowerCase(), password })) as {
    username: string;
    loginId: string;
  };
  expect(login).toEqual({ username, loginId: expect.stringMatching(/^[\w-]{43}$/) });
  return { call, username, loginId: login.loginId };
}
