import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import type { DraftState, ShownDraft } from './use-draft.ts';

const texts: Record<DraftState, string> = {
  none: '',
  restored: 'Your draft from before is here again.',
  outdated:
    'This was changed after you began a draft of it. Here is what it says now; your draft is still kept.',
};

/**
 * Tells the reader that the form shows a saved draft, or that there is an outdated one, with buttons to show
 * or discard it. The hidden input names the draft for `submitDraft`; the server does not read it.
 */
export function DraftAlert({ name, state, onShow, onDiscard }: ShownDraft) {
  return (
    <>
      <input type="hidden" name="draft" value={name} />
      {/* The text appears after the page was loaded; screen readers announce it. */}
      <div role="status" className={state === 'none' ? 'sr-only' : undefined}>
        {state !== 'none' && (
          <Alert
            action={
              <div className="flex flex-wrap gap-2">
                {state === 'outdated' && (
                  <Button type="button" variant="quiet" size="sm" onClick={onShow}>
                    Show my draft
                  </Button>
                )}
                <Button type="button" variant="quiet" size="sm" onClick={onDiscard}>
                  Discard the draft
                </Button>
              </div>
            }
          >
            {texts[state]}
          </Alert>
        )}
      </div>
    </>
  );
}
