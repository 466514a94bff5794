import { CURRENCIES } from '../currencies.js';
import { CurrencyResourceBase, type CurrencyRecord, type CurrencyShape } from './generated/currency.gen.js';

/** A request for the list: each step adds to the request, and `resolve` carries it out. */
interface Currencies {
  readonly records: readonly CurrencyRecord[];
  /** The most significant key first. */
  readonly order: readonly ((a: CurrencyRecord, b: CurrencyRecord) => number)[];
  readonly start?: number;
  readonly end?: number;
}

/** A list in memory. */
export class CurrencyResource extends CurrencyResourceBase<Currencies> {
  baseScope(): Currencies {
    return { records: CURRENCIES, order: [] };
  }

  async resolve({ records, order, start, end }: Currencies): Promise<CurrencyRecord[]> {
    const byAll = (a: CurrencyRecord, b: CurrencyRecord): number =>
      order.reduce((result, compare) => result || compare(a, b), 0);
    return records.toSorted(byAll).slice(start, end);
  }

  filterId(scope: Currencies, value: string): Currencies {
    return narrowed(scope, ({ id }) => id === value);
  }

  filterCode(scope: Currencies, value: string): Currencies {
    return narrowed(scope, ({ code }) => code === value);
  }

  filterName(scope: Currencies, value: string): Currencies {
    return narrowed(scope, ({ name }) => name === value);
  }

  sortScope(scope: Currencies, attribute: CurrencyShape['sorts'], direction: 'asc' | 'desc'): Currencies {
    const sign = direction === 'asc' ? 1 : -1;
    return { ...scope, order: [...scope.order, (a, b) => sign * compare(a, b, attribute)] };
  }

  paginateScope(scope: Currencies, page: number, size: number): Currencies {
    return { ...scope, start: (page - 1) * size, end: page * size };
  }
}

const narrowed = (scope: Currencies, holds: (record: CurrencyRecord) => boolean): Currencies => ({
  ...scope,
  records: scope.records.filter(holds),
});

function compare(a: CurrencyRecord, b: CurrencyRecord, attribute: CurrencyShape['sorts']): number {
  if (attribute === 'rate') return a.rate.toNumber() - b.rate.toNumber();
  return a[attribute] < b[attribute] ? -1 : a[attribute] > b[attribute] ? 1 : 0;
}
