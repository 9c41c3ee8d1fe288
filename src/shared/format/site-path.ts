/**
 * A path of this site: each value of the template becomes one segment, whatever is in it. Slashes, line
 * ends and letters outside ASCII are encoded; `.` and `..`, which browsers take for steps within the path
 * even when they are encoded, get a character that no name has.
 */
export function sitePath(literals: TemplateStringsArray, ...values: (string | number)[]): string {
  return literals.reduce((path, literal, index) => path + segment(values[index - 1]) + literal);
}

function segment(value: string | number | undefined): string {
  const text = String(value ?? '').toWellFormed();
  return encodeURIComponent(/^\.{1,2}$/.test(text) ? `${text}~` : text);
}
