import { useEffect, useState } from 'react';

/**
 * Where the second step of a form is shown: in the page, or in a dialog where scripts run. Each new `review`
 * opens the dialog, and `close` closes it.
 */
export function useReviewShown(review: object | null) {
  const [shown, setShown] = useState<'inline' | 'dialog' | 'closed'>('inline');
  useEffect(() => setShown(review ? 'dialog' : 'closed'), [review]);
  return {
    isInline: review !== null && shown === 'inline',
    isDialog: review !== null && shown === 'dialog',
    close: () => setShown('closed'),
  };
}
