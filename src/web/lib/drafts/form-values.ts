import type { DraftValues } from './draft-store.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What somebody filled in: neither what the page itself put there, nor files, nor secrets. */
function controls(form: HTMLFormElement): Control[] {
  return [...form.elements].filter((element): element is Control => {
    if (element instanceof HTMLInputElement) {
      return element.name !== '' && !/^(hidden|file|password|submit|button)$/.test(element.type);
    }
    return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
  });
}

const isBox = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type);

/** What is filled in, as the form would send it. */
export function valuesOf(form: HTMLFormElement): DraftValues {
  const values: DraftValues = {};
  for (const control of controls(form)) {
    const before = values[control.name] ?? [];
    const isSent = !isBox(control) || control.checked;
    values[control.name] = isSent ? [...before, control.value] : before;
  }
  return values;
}

/** What of it was filled in when it was sent as `sent`. */
export function textsOf(sent: FormData, form: HTMLFormElement): DraftValues {
  const names = Object.keys(valuesOf(form));
  return Object.fromEntries(names.map((name) => [name, sent.getAll(name).map(String)]));
}

/** Fills a form in as if it were typed, so that counters count; what `values` does not name is emptied. */
export function fillIn(form: HTMLFormElement, values: DraftValues): void {
  for (const control of controls(form)) {
    const ofName = values[control.name] ?? [];
    if (isBox(control)) control.checked = ofName.includes(control.value);
    else control.value = ofName[0] ?? '';
    control.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** Whether both say the same; blanks around a text, and what is empty, count for nothing. */
export function areSame(one: DraftValues, other: DraftValues): boolean {
  const said = (values: DraftValues, name: string) =>
    JSON.stringify(
      (values[name] ?? [])
        .map((value) => value.replaceAll('\r\n', '\n').trim())
        .filter(Boolean)
        .toSorted(),
    );
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => said(one, name) === said(other, name));
}
