import { type LibraryOrder, libraryOrders } from '#shared/constants/game-library/game-library.ts';
import type { ListSelectProps } from '#web/ui/lists/list-select.tsx';

const orderNames: Record<LibraryOrder, string> = { name: 'Name', newest: 'Newest' };

/** The select for the order of the library. */
export function buildLibrarySelect(order: LibraryOrder): ListSelectProps {
  return {
    name: 'order',
    value: order,
    defaultValue: libraryOrders[0],
    label: 'Sort by',
    options: libraryOrders.map((value) => ({ value, label: orderNames[value] })),
  };
}
