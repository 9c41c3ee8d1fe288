/**
 * The typed values of a form without files, passwords, codes, tokens and passkeys, so that the form shows them again. Several
 * values of one name are joined with commas.
 */
export function readTypedValues(form: FormData): Record<string, string> {
  const typed: Record<string, string> = {};
  for (const name of new Set(form.keys())) {
    if (/password|token|credential|^code$/i.test(name)) continue;
    const values = form.getAll(name).filter((value) => typeof value === 'string');
    if (values.length > 0) typed[name] = values.join(',');
  }
  return typed;
}
