import type { InventoryQuery } from '#shared/inputs/inventory.ts';
import { type InventoryOrder, inventoryOrders } from '#shared/inventory-order.ts';
import { rarities } from '#shared/rarity.ts';
import { type ListSelectProps, perPageSelect } from '../list-select.tsx';
import { rarityName } from '../market/market-caption.tsx';

const orderNames: Record<InventoryOrder, string> = {
  game: 'Game',
  newest: 'Newest',
  name: 'Name',
  rarity: 'Rarity',
  count: 'Copies',
};

interface Chosen extends Pick<InventoryQuery, 'rarity' | 'order'> {
  duplicates: boolean;
  perPage: number;
}

/** Filters, orders and items per page of an inventory. */
export function inventorySelects(chosen: Chosen, usualPerPage: number): ListSelectProps[] {
  return [
    {
      name: 'rarity',
      value: chosen.rarity ?? '',
      usual: '',
      label: 'Rarity',
      options: [
        { value: '', label: 'All rarities' },
        ...rarities.map((rarity) => ({ value: rarity, label: rarityName(rarity) })),
      ],
    },
    {
      name: 'copies',
      value: chosen.duplicates ? 'duplicates' : '',
      usual: '',
      label: 'Cards',
      options: [
        { value: '', label: 'All cards' },
        { value: 'duplicates', label: 'Duplicates only' },
      ],
    },
    {
      name: 'order',
      value: chosen.order,
      usual: inventoryOrders[0],
      label: 'Sort by',
      options: inventoryOrders.map((order) => ({ value: order, label: orderNames[order] })),
    },
    perPageSelect(chosen.perPage, usualPerPage),
  ];
}
