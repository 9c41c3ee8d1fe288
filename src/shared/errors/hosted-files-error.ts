/** The hosted file service cannot be asked now, or does not answer as one does. It says nothing of a file. */
export class HostedFilesError extends Error {}
