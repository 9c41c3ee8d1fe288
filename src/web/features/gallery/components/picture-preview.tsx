import { useEffect, useState } from 'react';

/** A picture that was chosen and not sent yet, as far as this browser can show it. */
export function PicturePreview({ file }: { file: File }) {
  const [shown, setShown] = useState<{ file: File; url: string } | null>(null);
  const [unreadable, setUnreadable] = useState<File | null>(null);

  useEffect(() => {
    const url = URL.createObjectURL(file);
    setShown({ file, url });
    return () => URL.revokeObjectURL(url);
  }, [file]);

  return (
    // As high as it will be, so that nothing jumps when it is there.
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
