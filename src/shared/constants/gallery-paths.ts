/** Where the upload wire is, after our origin: what `@uploadcare/upload-client` calls `baseURL`. */
export const uploadPath = '/api/upload';

/** Where pictures are served, after our origin: the client's `baseCDN`. */
export const photosPath = '/photos/';
