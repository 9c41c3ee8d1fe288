import { createHash } from 'node:crypto';

/** The URLs of Uploadcare, used unless they are configured. */
export const uploadcareUrls = {
  uploadUrl: 'https://upload.uploadcare.com',
  partsUrl: 'https://uploadcare.s3-accelerate.amazonaws.com',
  apiUrl: 'https://api.uploadcare.com',
};

/** The CDN URL of a project. Uploadcare's clients derive its host from the public key in the same way. */
export function getUploadcareCdnUrl(publicKey: string): string {
  const hash = createHash('sha256').update(publicKey).digest('hex');
  return `https://${BigInt(`0x${hash}`).toString(36).slice(0, 10)}.ucarecd.net`;
}
