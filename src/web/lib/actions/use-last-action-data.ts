import { useState } from 'react';
import { useLocation } from 'react-router';

/**
 * Returns the result of the page's last form. The router drops `actionData` when it loads the page again in the
 * background, so that the error text of a form would disappear. This result lasts until the next form or the
 * next page, which both have a new location key.
 */
export function useLastActionData<Data>(actionData: Data | undefined): Data | undefined {
  const { key } = useLocation();
  const [last, setLast] = useState({ key, data: actionData });
  // The answer is shown before the navigation that sent the form has its new key.
  if (actionData !== undefined && (actionData !== last.data || key !== last.key))
    setLast({ key, data: actionData });
  return actionData ?? (last.key === key ? last.data : undefined);
}
