import { useEffect, useState } from 'react';

/** A preview of the chosen file, if the browser can show it. */
export function PicturePreview({ file }: { file: File }) {
  const [shown, setShown] = useState<{ file: File; url: string } | null>(null);
  const [unreadable, setUnreadable] = useState<File | null>(null);

  useEffect(() => {
    const url = URL.createObjectURL(file);
    setShown({ file, url });
    return () => URL.revokeObjectURL(url);
  }, [file]);

  return (
    // A fixed height, so that nothing moves when the picture appears.
    <div className="grid h-[min(24rem,50svh)] place-items-center overflow-hidden rounded-md bg-well">
      {unreadable === file ? (
        <p className="px-6 text-center text-muted">
          This browser cannot show it. It can be sent all the same.
        </p>
      ) : (
        shown?.file === file && (
          <img
            src={shown.url}
            alt={`Preview of ${file.name}`}
            onError={() => setUnreadable(file)}
            className="size-full object-contain"
          />
        )
      )}
    </div>
  );
}
