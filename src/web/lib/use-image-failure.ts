import { useCallback, useState } from 'react';

/**
 * Returns whether an image failed to load, and the props that its `img` needs. It also notices a failure
 * before hydration.
 */
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
