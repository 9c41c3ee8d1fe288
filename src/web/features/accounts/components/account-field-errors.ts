import { createContext, useContext } from 'react';

/** Error text by input name, for the fields of a form. */
export const AccountFieldErrors = createContext<Record<string, string | undefined>>({});

export function useFieldError(name: string): string | undefined {
  return useContext(AccountFieldErrors)[name];
}
