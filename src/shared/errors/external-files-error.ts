/** The external file service cannot be reached or gives no valid answer. It does not mean that a file is missing. */
export class ExternalFilesError extends Error {}
