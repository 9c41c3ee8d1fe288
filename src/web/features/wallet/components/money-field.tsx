import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { roundedAmount } from '#shared/format/amount.ts';
import { type InputProps, TextField } from '#web/ui/text-field.tsx';

type MoneyFieldProps = Omit<InputProps, 'multiline' | 'type' | 'ref'> & {
  /** For a form that holds the value itself: what is in the field after rounding. */
  onRounded?: (text: string) => void;
};

/**
 * A field for an amount of money. Amounts are sent with two decimals: what was typed with more
 * is rounded in the field, where it can be seen, when the field is left and before its form is sent.
 */
export function MoneyField({ onRounded, onBlur, ...rest }: MoneyFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [news, setNews] = useState('');

  function round() {
    const field = input.current;
    if (!field) return;
    const rounded = roundedAmount(field.value);
    if (rounded === field.value) return;
    field.value = rounded;
    setNews(`Rounded to ${rounded}.`);
    onRounded?.(rounded);
  }

  // On the form itself, as React hears of the event later: whatever reads the form finds it rounded.
  const roundBeforeSending = useEffectEvent(round);
  useEffect(() => {
    const form = input.current?.form;
    const listener = () => roundBeforeSending();
    form?.addEventListener('submit', listener);
    return () => form?.removeEventListener('submit', listener);
  }, []);

  return (
    <>
      <TextField
        inputMode="decimal"
        autoComplete="off"
        {...rest}
        ref={input}
        onBlur={(event) => {
          round();
          onBlur?.(event);
        }}
      />
      <span role="status" className="sr-only">
        {news}
      </span>
    </>
  );
}
