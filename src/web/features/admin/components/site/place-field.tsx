import { TextField } from '#web/ui/fields/text-field.tsx';

/** The place of a row in an order. It works without scripts, which moving rows does not. */
export function PlaceField({ row, of }: { row: number; of: string }) {
  return (
    <TextField
      label={`Place of ${of}`}
      labelHidden
      type="number"
      min={1}
      max={99}
      inputMode="numeric"
      autoComplete="off"
      name={`place-${row}`}
      defaultValue={String(row + 1)}
    />
  );
}
