interface HiddenFieldsProps {
  /** Values by input name. */
  values: Record<string, string>;
}

/** Fields of a form that nobody sees. */
export function HiddenFields({ values }: HiddenFieldsProps) {
  return Object.entries(values).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}
