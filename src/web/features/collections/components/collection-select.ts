import { type CollectionOrder, collectionOrders } from '#shared/constants/collection-order.ts';
import type { ListSelectProps } from '#web/ui/list-select.tsx';

const names: Record<CollectionOrder, string> = {
  name: 'Name',
  newest: 'Newest',
  completeness: 'Most complete',
};

/** The select of a collection's orders. */
export function collectionSelect(order: CollectionOrder): ListSelectProps {
  return {
    name: 'order',
    value: order,
    usual: collectionOrders[0],
    label: 'Sort by',
    options: collectionOrders.map((value) => ({ value, label: names[value] })),
  };
}
