import { useContext } from 'react';
import { type NumberFormat, numberFormats } from '#shared/constants/appearance.ts';
import { formatInteger } from '#shared/format/integer.ts';
import { formatMoney } from '#shared/format/money.ts';
import { AppearanceContext } from '../lib/appearance.ts';

/** Writes numbers with the signs that the reader chose. */
export interface Numbers {
  formatMoney: (cents: number) => string;
  formatInteger: (value: number) => string;
}

const byFormat = Object.fromEntries(
  numberFormats.map((format): [NumberFormat, Numbers] => [
    format,
    {
      formatMoney: (cents) => formatMoney(cents, format),
      formatInteger: (value) => formatInteger(value, format),
    },
  ]),
) as Record<NumberFormat, Numbers>;

export function useNumbers(): Numbers {
  return byFormat[useContext(AppearanceContext)?.numberFormat ?? 'comma-point'];
}
