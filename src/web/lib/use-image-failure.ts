import { useCallback, useState } from 'react';

/** Whether a picture cannot be had, and the props of the `img` that tell, also when it failed before React woke. */
export function useImageFailure(src: string | null) {
  const [failed, setFailed] = useState<string | null>(null);
  const ref = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0) setFailed(src);
    },
    [src],
  );
  return { failed: failed === src, watch: { ref, onError: () => setFailed(src) } };
}
