import { decodeXML } from 'entities';
import type { StoredFile } from '#domain/gallery/storage/file-store.ts';

/** A page of the answer to ListObjectsV2. */
export interface ObjectList {
  files: StoredFile[];
  /** What the request for the next page sends; null on the last page. */
  nextToken: string | null;
}

/** Parses the XML of ListObjectsV2. Only its flat elements are read, so no XML parser is needed. */
export function parseObjectList(xml: string): ObjectList {
  const files = [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].map(([, object = '']) => ({
    name: readElement(object, 'Key') ?? '',
    bytes: Number(readElement(object, 'Size')),
    storedAt: new Date(readElement(object, 'LastModified') ?? ''),
  }));
  const isLast = readElement(xml, 'IsTruncated') !== 'true';
  return { files, nextToken: isLast ? null : readElement(xml, 'NextContinuationToken') };
}

/** The text of a flat element; null without one. */
export function readElement(xml: string, name: string): string | null {
  const content = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return content === undefined ? null : decodeXML(content);
}
