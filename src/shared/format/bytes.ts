const units = ['KB', 'MB', 'GB', 'TB'] as const;

/** Writes a size in decimal units with two or three digits, such as 640 bytes, 1.4 MB or 52 GB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), units.length);
  const value = bytes / 1000 ** power;
  return `${value.toFixed(value < 9.95 ? 1 : 0)} ${units[power - 1]}`;
}
