/**
 * A template tag for paths of this site: each value becomes one encoded segment. Browsers treat `.` and `..`
 * as steps even when they are encoded, so these get a suffix that no name has.
 */
export function sitePath(literals: TemplateStringsArray, ...values: (string | number)[]): string {
  return literals.reduce(
    (path, literal, index) => path + encodeSegment(values[index - 1]) + literal,
  );
}

function encodeSegment(value: string | number | undefined): string {
  const text = String(value ?? '').toWellFormed();
  return encodeURIComponent(/^\.{1,2}$/.test(text) ? `${text}~` : text);
}
