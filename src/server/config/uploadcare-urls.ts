import { createHash } from 'node:crypto';

/** Where Uploadcare is, unless settings say otherwise. */
export const uploadcareAddresses = {
  uploadUrl: 'https://upload.uploadcare.com',
  partsUrl: 'https://uploadcare.s3-accelerate.amazonaws.com',
  apiUrl: 'https://api.uploadcare.com',
};

/**
 * The CDN of a project: each has a host of its own, which the vendor's clients derive from its public key
 * in the same way.
 */
export function uploadcareCdnOf(publicKey: string): string {
  const hash = createHash('sha256').update(publicKey).digest('hex');
  return `https://${BigInt(`0x${hash}`).toString(36).slice(0, 10)}.ucarecd.net`;
}
