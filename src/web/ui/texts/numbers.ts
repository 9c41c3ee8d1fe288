import { useContext } from 'react';
import type { NumberFormat } from '#shared/constants/site/appearance.ts';
import { formatInteger } from '#shared/format/amounts/integer.ts';
import { formatMoney } from '#shared/format/amounts/money.ts';
import { AppearanceContext } from '#web/lib/appearance.ts';

/** Writes numbers with the signs that the reader chose. */
export interface Numbers {
  formatMoney: (cents: number) => string;
  formatInteger: (value: number) => string;
}

/** The same functions for each format, so that effects can depend on them. */
const created: { [Format in NumberFormat]?: Numbers } = {};

export function useNumbers(): Numbers {
  const format = useContext(AppearanceContext)?.numberFormat ?? 'comma-point';
  created[format] ??= {
    formatMoney: (cents) => formatMoney(cents, format),
    formatInteger: (value) => formatInteger(value, format),
  };
  return created[format];
}
