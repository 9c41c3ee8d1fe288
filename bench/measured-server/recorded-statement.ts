/** A statement as the driver got it. */
export interface RecordedStatement {
  /** With a name it is prepared. */
  name?: string;
  text: string;
  values: unknown[];
}

/** Reads the arguments of a query of the driver: a text or an object, then perhaps the values. */
export function describeStatement([query, given]: readonly unknown[]): RecordedStatement {
  if (typeof query === 'string') return { text: query, values: Array.isArray(given) ? given : [] };
  const { name, text, values } = query as Partial<RecordedStatement>;
  return {
    ...(name !== undefined && { name }),
    text: text ?? '',
    values: values ?? (Array.isArray(given) ? given : []),
  };
}
