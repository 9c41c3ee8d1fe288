import { type CollectionOrder, collectionOrders } from '#shared/constants/collection-order.ts';
import type { ListSelectProps } from '#web/ui/list-select.tsx';

const orderNames: Record<CollectionOrder, string> = {
  name: 'Name',
  newest: 'Newest',
  completeness: 'Most complete',
};

/** The select for the order of the collection. */
export function buildCollectionSelect(order: CollectionOrder): ListSelectProps {
  return {
    name: 'order',
    value: order,
    defaultValue: collectionOrders[0],
    label: 'Sort by',
    options: collectionOrders.map((value) => ({ value, label: orderNames[value] })),
  };
}
