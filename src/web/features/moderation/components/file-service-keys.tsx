interface FileServiceKeysProps {
  publicKey: string;
  /** Null while it is hidden. */
  secretKey: string | null;
  baseUrls: { restApi: string; uploadApi: string; pictures: string };
}

/** The key pair and the base URLs of the file service. */
export function FileServiceKeys({ publicKey, secretKey, baseUrls }: FileServiceKeysProps) {
  const facts = [
    ['Public key', publicKey],
    ['Secret key', secretKey],
    ['Files', baseUrls.restApi],
    ['Uploads', baseUrls.uploadApi],
    ['Pictures', baseUrls.pictures],
  ] as const;
  return (
    <div className="panel p-6 sm:p-7">
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-[auto_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="grid gap-1 sm:col-span-2 sm:grid-cols-subgrid sm:gap-x-6">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">
              {value === null ? <span className="text-muted">Hidden</span> : <code>{value}</code>}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-6 text-sm text-muted">
        Anyone who has the secret key can delete every picture. It is derived from the server’s
        secret and changes only with it.
      </p>
    </div>
  );
}
