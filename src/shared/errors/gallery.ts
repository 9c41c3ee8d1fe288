import type { ErrorList } from './error-list.ts';

/** Errors of players’ pictures and their uploads. */
export const galleryErrors = {
  'not-a-picture': {
    status: 415,
    text: 'This is not a picture that we know: send a JPEG, PNG, WebP, GIF or AVIF.',
  },
  'picture-pixels': { status: 413, text: 'A picture may have 50 megapixels at most.' },
  'picture-avif-pixels': {
    status: 413,
    text: 'A picture in AVIF may have 16 megapixels at most. Save it as JPEG or WebP and send that.',
  },
  'picture-frames': { status: 413, text: 'This animation has too many frames.' },
  'picture-broken': { status: 422, text: 'This picture is damaged and cannot be read.' },
  'picture-part-small': {
    status: 422,
    text: 'The chosen part is too small. Choose a larger one, or another picture.',
  },
  'picture-heavy': {
    status: 413,
    text: 'This picture takes too much memory or time to read. Save it as an ordinary JPEG and send that.',
  },
  'pictures-busy': {
    status: 503,
    text: 'Many pictures are being made right now. Please try again in a moment.',
  },
  'picture-gone': { status: 404, text: 'This picture is no longer there.' },
  'picture-failed': {
    status: 500,
    text: 'The picture could not be posted. Please try again.',
  },
  'upload-key': { status: 403, text: 'The public key is invalid.' },
  'upload-unsigned': { status: 403, text: 'Invalid signature.' },
  'upload-expired': { status: 403, text: 'Expired signature.' },
  'upload-bytes': { status: 413, text: 'A picture may have 50 MB at most.' },
  'upload-small': { status: 400, text: 'This file is too small to be sent in parts.' },
  'upload-limit': { status: 409, text: 'You can add 20 pictures a day.' },
  'uploads-of-day': { status: 409, text: 'You have sent 60 pictures today. Come back tomorrow.' },
  'uploads-open': {
    status: 429,
    text: 'Two of your pictures are on their way already. Wait for one of them.',
  },
  'site-picture-bytes': { status: 413, text: 'A picture may have 10 MB at most.' },
  'site-picture-limit': {
    status: 409,
    text: 'You have uploaded 200 pictures for the site today. Come back tomorrow.',
  },
  'site-pictures-full': { status: 409, text: 'A site can have 5,000 pictures of its own.' },
  'upload-gone': { status: 404, text: 'This upload is no longer there. Start again.' },
  'upload-incomplete': { status: 400, text: 'Not all of the file has arrived.' },
} as const satisfies ErrorList;
