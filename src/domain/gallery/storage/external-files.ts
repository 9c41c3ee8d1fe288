/** A file as an external file service describes it. */
export interface ExternalFile {
  id: string;
  name: string;
  bytes: number;
  /** The MIME type, detected from the content. */
  kind: string;
  /** In pixels, after EXIF orientation was applied; null when the file is not a picture. */
  size: { width: number; height: number } | null;
  /** Whether the service has processed the whole file. */
  ready: boolean;
  removed: boolean;
  uploadedAt: Date;
  /**
   * The metadata that the file was sent with. Only the holder of the service's secret key can
   * change it.
   */
  metadata: Readonly<Record<string, string>>;
}

/**
 * The port to an external file service that stores players' files instead of our upload API and file store.
 */
export interface ExternalFiles {
  /**
   * Where browsers send files: the upload client's `baseURL`, and the public key of the project.
   */
  uploadUrl: string;
  publicKey: string;
  /** Signs a permission to upload until `expire`, in seconds since 1970. */
  signUpload(expire: string): string;
  /** Reads a file; null when the service does not have it. @throws ExternalFilesError */
  find(id: string): Promise<ExternalFile | null>;
  /**
   * Stores a file permanently. The service deletes a file that is not stored after a while. @throws
   * ExternalFilesError
   */
  store(id: string): Promise<void>;
  /** Deletes a file if it exists. @throws ExternalFilesError */
  remove(id: string): Promise<void>;
  /**
   * Reads such a picture. @throws ExternalFilesError when the service does not send it, also when it has more
   * than `bytesMax`.
   */
  readPicture(id: string, side: number, bytesMax: number): Promise<Buffer>;
  /** The URL of a picture without metadata that fits into a square of `side` pixels. */
  getPictureUrl(id: string, side: number): string;
}
