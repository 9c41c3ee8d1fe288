/** A file as a hosted service tells of it. */
export interface HostedFile {
  id: string;
  name: string;
  bytes: number;
  /** Its type by content. */
  kind: string;
  /** In pixels, upright; null for what is no picture. */
  size: { width: number; height: number } | null;
  /** Whether the service has read all of it. */
  ready: boolean;
  removed: boolean;
  uploadedAt: Date;
  /** What the file was sent with; only who has the service's secret key can change it. */
  metadata: Readonly<Record<string, string>>;
}

/** A hosted service that takes players' files, in the place of our own wire and disk. */
export interface HostedFiles {
  /** What browsers send to: the upload client's `baseURL`, and the key that names the project. */
  uploadUrl: string;
  publicKey: string;
  /** The service's own permission to upload until `expire`, in seconds since 1970. */
  signUpload(expire: string): string;
  /** Null for what the service does not have. @throws HostedFilesFailure */
  find(id: string): Promise<HostedFile | null>;
  /** Keeps a file for good; without that it is deleted after a while. @throws HostedFilesFailure */
  store(id: string): Promise<void>;
  /** Deletes a file, if it is there. @throws HostedFilesFailure */
  remove(id: string): Promise<void>;
  /** Where the service has a picture without metadata, within a square of `side` pixels. */
  addressOf(id: string, side: number): string;
}
