import type { ErrorList } from './error-list.ts';

/** Errors of the files that owners of games download, and of uploaded web games. */
export const downloadErrors = {
  'download-not-found': { status: 404, text: 'This download is no longer there.' },
  'download-not-owned': { status: 403, text: 'Only owners of this game can download it.' },
  'download-missing': {
    status: 503,
    text: 'This file cannot be read at the moment. Please try again later, or tell those who run this site.',
  },
  'too-many-downloads': {
    status: 429,
    text: 'You are downloading 4 files already. Wait until one of them has arrived.',
  },
  'downloads-busy': {
    status: 503,
    text: 'Many files are being downloaded right now. Please try again in a moment.',
  },
  'downloads-off': { status: 409, text: 'This site does not accept downloads.' },
  'download-bytes': { status: 413, text: 'This file is too large.' },
  'download-empty': { status: 400, text: 'This file is empty.' },
  'download-cut': { status: 400, text: 'The file has not arrived completely. Please try again.' },
  'downloads-of-game': { status: 409, text: 'This game has as many downloads as it can have.' },
  'downloads-of-site': {
    status: 409,
    text: 'The downloads of all games together would be too large. Remove some first.',
  },
  'download-disk-full': {
    status: 507,
    text: 'The disk of the server is full, so the file could not be stored.',
  },
  'download-uploads-busy': {
    status: 429,
    text: 'Other files are being received at the moment. Please try again.',
  },
  'download-failed': { status: 409, text: 'The file could not be added. Please try again.' },
  'web-games-off': { status: 409, text: 'Uploaded web games are off on this site.' },
  'web-game-zip': { status: 400, text: 'This zip cannot be used.' },
  'web-game-address': { status: 403, text: 'This address has expired. Load the game again.' },
} as const satisfies ErrorList;
