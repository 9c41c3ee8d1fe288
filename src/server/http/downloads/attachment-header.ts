/**
 * The `Content-Disposition` header of a file that browsers save under `name` (RFC 6266). Old programs read the name
 * in ASCII, all others the one in UTF-8.
 */
export function toAttachmentHeader(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  // encodeURIComponent leaves characters that are not allowed here.
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
