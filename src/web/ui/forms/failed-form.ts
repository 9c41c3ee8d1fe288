import { createContext, useContext } from 'react';

interface FailedForm {
  /** Error texts by input name. */
  fields: Record<string, string | undefined>;
  /** What was typed, by input name; null if the browser found the error and the fields still have it. */
  typed: Record<string, string> | null;
}

/** The error of the form around a field; null if it did not fail. The fields show it and keep what was typed. */
export const FailedFormContext = createContext<FailedForm | null>(null);

export function useFailedForm(): FailedForm | null {
  return useContext(FailedFormContext);
}

interface FieldProps {
  name?: string;
  error?: string;
  value?: unknown;
  defaultValue?: unknown;
}

/** The props of a field, with its error and what was typed into it if its form failed. */
export function useFieldProps<Props extends FieldProps>(props: Props): Props {
  const failed = useFailedForm();
  const { name, value, defaultValue } = props;
  if (!failed || !name) return props;
  const error = props.error ?? failed.fields[name];
  // A controlled field has a value of its own.
  if (value !== undefined) return { ...props, error };
  return { ...props, error, defaultValue: failed.typed?.[name] ?? defaultValue };
}
