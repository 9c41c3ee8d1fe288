import { type RefObject, useEffect, useRef, useState } from 'react';
import {
  type DraftValues,
  deleteDraft,
  deleteOldDrafts,
  onSent,
  readDraft,
  saveDraft,
} from './draft-store.ts';
import { areSame, fillIn, sentValuesOf, valuesOf } from './form-values.ts';

interface DraftOptions {
  /** Account and form, such as `ada:comment:0198…`, so that other accounts do not see the draft. */
  name: string;
  /** The initial values of the form, as the server stores them. */
  saved?: DraftValues;
  /** The version of the text that the form edits. A draft of an older version is shown only on request. */
  version?: string;
  /** Inputs that keep their initial values, because the URL sets them. The draft does not change them. */
  fixedInputs?: readonly string[];
  /** Whether the form stays on the page and is reset after it was sent. */
  resetAfterSend?: boolean;
}

/** `restored`: the form shows a saved draft. `outdated`: the text was changed after the draft was begun. */
export type DraftState = 'none' | 'restored' | 'outdated';

export interface ShownDraft {
  name: string;
  state: DraftState;
  /** Fills in the outdated draft. */
  onShow: () => void;
  onDiscard: () => void;
}

const empty: DraftValues = {};

/**
 * Saves what is typed into a form and fills it in again, so that a closed tab or an ended session does not
 * lose it. An outdated draft is not overwritten until the reader has decided about it. The code that sends
 * the form must call `deleteSentDraft` when that succeeded. The form's inputs must be uncontrolled.
 */
export function useDraft(
  form: RefObject<HTMLFormElement | null>,
  { name, saved = empty, version = '', fixedInputs, resetAfterSend = false }: DraftOptions,
): ShownDraft {
  const [state, setState] = useState<DraftState>('none');
  const initial = useRef({ saved, version, fixedInputs });
  initial.current = { saved, version, fixedInputs };
  const awaitsDecision = useRef(false);

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    deleteOldDrafts();
    // The version that the form shows now; the page may receive a newer one later.
    const { version: of } = initial.current;
    const draft = readDraft(name);
    // Values that were typed before hydration, or that a rejected form shows, are newer than the draft.
    const untouched = areSame(valuesOf(element), initial.current.saved);
    const values = draft && withFixedInputs(draft.values, initial.current);
    if (draft && values && !areSame(values, initial.current.saved) && untouched) {
      awaitsDecision.current = draft.of !== of;
      if (!awaitsDecision.current) fillIn(element, values);
      setState(awaitsDecision.current ? 'outdated' : 'restored');
    }

    function save() {
      if (!element || awaitsDecision.current) return;
      const typed = valuesOf(element);
      if (!areSame(typed, initial.current.saved)) saveDraft(name, { values: typed, of });
      else deleteDraft(name);
    }
    if (!untouched) save();
    element.addEventListener('input', save);
    const stop = onSent(name, (sent) => {
      awaitsDecision.current = false;
      setState('none');
      if (!resetAfterSend) return;
      // Text that was typed while the form was being sent is the next draft.
      const isUnchanged = areSame(valuesOf(element), sentValuesOf(sent, element));
      if (isUnchanged) fillIn(element, initial.current.saved);
      else save();
    });
    return () => {
      element.removeEventListener('input', save);
      stop();
      awaitsDecision.current = false;
      setState('none');
    };
  }, [form, name, resetAfterSend]);

  function applyDecision(values: DraftValues, next: DraftState) {
    if (!form.current) return;
    awaitsDecision.current = false;
    fillIn(form.current, values);
    setState(next);
    // The pressed button has disappeared, so the focus needs a new place.
    form.current.querySelector<HTMLElement>('textarea, input:not([type="hidden"])')?.focus();
  }
  function onShow() {
    applyDecision(withFixedInputs(readDraft(name)?.values ?? empty, initial.current), 'restored');
  }
  function onDiscard() {
    deleteDraft(name);
    // Text that was typed while an outdated draft was offered stays.
    applyDecision(state === 'outdated' && form.current ? valuesOf(form.current) : saved, 'none');
  }
  return { name, state, onShow, onDiscard };
}

interface InitialForm {
  saved: DraftValues;
  fixedInputs?: readonly string[];
}

function withFixedInputs(
  values: DraftValues,
  { saved, fixedInputs = [] }: InitialForm,
): DraftValues {
  return { ...values, ...Object.fromEntries(fixedInputs.map((name) => [name, saved[name] ?? []])) };
}
