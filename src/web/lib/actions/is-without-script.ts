/** Whether the browser itself sent the form, and shows what it is answered. */
export function isWithoutScript({ headers }: Request): boolean {
  return headers.get('Accept')?.includes('text/html') ?? false;
}
