/** The name of an export in the file store. Each attempt has its own file. No route serves this folder. */
export function exportFileName({ id, attempts }: { id: string; attempts: number }): string {
  return `exports/${id}-${attempts}.zip`;
}
