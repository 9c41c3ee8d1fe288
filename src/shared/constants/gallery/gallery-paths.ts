/** The path of the upload API; with the origin it is the `baseURL` of `@uploadcare/upload-client`. */
export const uploadApiPath = '/api/upload';

/** The path of served pictures; with the origin it is the client's `baseCDN`. */
export const servedPicturesPath = '/photos/';

/** The page with the form that adds a picture to the gallery. */
export const addPicturePath = '/community/camera';
