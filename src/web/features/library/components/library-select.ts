import { type LibraryOrder, libraryOrders } from '#shared/constants/library-order.ts';
import type { ListSelectProps } from '#web/ui/list-select.tsx';

const names: Record<LibraryOrder, string> = { name: 'Name', newest: 'Newest' };

/** The select of a library's orders. */
export function librarySelect(order: LibraryOrder): ListSelectProps {
  return {
    name: 'order',
    value: order,
    usual: libraryOrders[0],
    label: 'Sort by',
    options: libraryOrders.map((value) => ({ value, label: names[value] })),
  };
}
