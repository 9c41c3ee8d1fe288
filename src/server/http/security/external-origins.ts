import type { Services } from '#server/bootstrap/services.ts';

/** The origins of an external file service, for pictures and for uploads. */
export function getExternalOrigins(external: Services['config']['uploadcare']) {
  const origins = (...urls: (string | null)[]) => [
    ...new Set(urls.flatMap((url) => (url === null ? [] : new URL(url).origin))),
  ];
  return {
    pictures: external ? origins(external.cdnUrl) : [],
    connections: external ? origins(external.uploadUrl, external.partsUrl) : [],
  };
}
