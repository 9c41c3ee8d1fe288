import type { Factors } from '#domain/accounts/factors/second-factor.ts';

/** How the page of the second factor asks for it. */
export type FactorMethod = 'code' | 'recovery' | 'passkey';

/** The path of the page that asks for the second factor of a login. */
export function factorPath(method: FactorMethod, next: string): string {
  const search = new URLSearchParams();
  if (method !== 'code') search.set('by', method);
  if (next !== '/') search.set('next', next);
  return search.size > 0 ? `/login/factor?${search}` : '/login/factor';
}

/** The method that the page asks for first. */
export function chooseFactorMethod({ hasTotp }: Factors): FactorMethod {
  return hasTotp ? 'code' : 'recovery';
}
