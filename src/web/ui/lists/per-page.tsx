import { ListControls } from './list-controls.tsx';
import { perPageSelect } from './list-select.tsx';

interface PerPageProps {
  /** The number of items per page. */
  value: number;
  /** The default, which the URL does not contain. */
  defaultValue: number;
  /** Further parameters that the URL loses when the reader chooses another number. It always loses `page`. */
  drop?: readonly string[];
}

/** The select of items per page below a list. */
export function PerPage({ value, defaultValue, drop }: PerPageProps) {
  return (
    <ListControls
      label="Items per page"
      selects={[perPageSelect(value, defaultValue)]}
      drop={drop}
      className="mt-6 justify-end"
    />
  );
}
