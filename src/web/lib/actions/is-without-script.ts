/** Whether the browser itself sent the form, without scripts, and will show the answer as a page. */
export function isWithoutScript({ headers }: Request): boolean {
  return headers.get('Accept')?.includes('text/html') ?? false;
}
