import {
  type CollectionFilter,
  type CollectionOrder,
  collectionFilters,
  collectionOrders,
} from '#shared/constants/collections.ts';
import type { ListSelectProps } from '#web/ui/lists/list-select.tsx';

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

const filterNames: Record<CollectionFilter, string> = {
  all: 'All sets',
  complete: 'Complete',
  nearly: 'Nearly complete',
};

/** The select for which sets are shown. */
export function buildFilterSelect(filter: CollectionFilter): ListSelectProps {
  return {
    name: 'show',
    value: filter,
    defaultValue: collectionFilters[0],
    label: 'Show',
    options: collectionFilters.map((value) => ({ value, label: filterNames[value] })),
  };
}
