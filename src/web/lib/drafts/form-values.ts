import type { DraftValues } from './draft-store.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Returns the inputs that a user fills in, without hidden inputs, files, passwords and buttons. */
function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter((element): element is Control => {
    if (element instanceof HTMLInputElement) {
      return element.name !== '' && !/^(hidden|file|password|submit|button)$/.test(element.type);
    }
    return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
  });
}

const isCheckable = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type);

/** Returns the values of the form as it would send them. */
export function valuesOf(form: HTMLFormElement): DraftValues {
  const values: DraftValues = {};
  for (const control of controlsOf(form)) {
    const before = values[control.name] ?? [];
    const isSent = !isCheckable(control) || control.checked;
    values[control.name] = isSent ? [...before, control.value] : before;
  }
  return values;
}

/** Returns what `sent`, the data of a sent form, has for the inputs that a user fills in. */
export function sentValuesOf(sent: FormData, form: HTMLFormElement): DraftValues {
  const names = Object.keys(valuesOf(form));
  return Object.fromEntries(names.map((name) => [name, sent.getAll(name).map(String)]));
}

/**
 * Fills in a form as if the values were typed, so that character counters are updated. Inputs without a value
 * in `values` are emptied.
 */
export function fillIn(form: HTMLFormElement, values: DraftValues): void {
  for (const control of controlsOf(form)) {
    const inputValues = values[control.name] ?? [];
    if (isCheckable(control)) control.checked = inputValues.includes(control.value);
    else control.value = inputValues[0] ?? '';
    control.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** Whether two drafts have the same values. Space around a text and empty values are ignored. */
export function areSame(one: DraftValues, other: DraftValues): boolean {
  const normalized = (values: DraftValues, name: string) =>
    JSON.stringify(
      (values[name] ?? [])
        .map((value) => value.replaceAll('\r\n', '\n').trim())
        .filter(Boolean)
        .toSorted(),
    );
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => normalized(one, name) === normalized(other, name));
}
