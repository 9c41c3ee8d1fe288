// Endings of names: cspell:ignore glsl gltf ldtk unityweb wgsl
/** The types of the files of web games by the ending of their names. Files with other endings are not accepted. */
const typesByEnding: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  htm: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  map: 'application/json',
  webmanifest: 'application/manifest+json',
  wasm: 'application/wasm',
  txt: 'text/plain; charset=utf-8',
  md: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  xml: 'text/xml; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  flac: 'audio/flac',
  mp4: 'video/mp4',
  webm: 'video/webm',
  ogv: 'video/ogg',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
};

/** Data of game engines, which scripts read and browsers never show. */
const dataEndings = new Set(
  'atlas bin basis bundle data dat dds fnt frag fs glb glsl gltf hdr ktx ktx2 ldtk mem mtl obj pck plist shader tmj tmx tsj tsx unityweb vert vs wgsl'.split(
    ' ',
  ),
);

/** The content type of a file of a web game; null if files with this ending are not accepted. */
export function getContentType(path: string): string | null {
  const [, ending = ''] = /[^/]\.([^./]+)$/.exec(path.toLowerCase()) ?? [];
  if (dataEndings.has(ending)) return 'application/octet-stream';
  return Object.hasOwn(typesByEnding, ending) ? (typesByEnding[ending] ?? null) : null;
}
