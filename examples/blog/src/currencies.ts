import type { CurrencyRecord } from './api/generated/currency.gen.js';
import { Prisma } from './prisma/client.js';

/** The blog's currencies, and the value of one euro in each. No database contains them. */
export const CURRENCIES: readonly CurrencyRecord[] = [
  currency('AUD', 'Australian dollar', '1.6423'),
  currency('CAD', 'Canadian dollar', '1.4716'),
  currency('CHF', 'Swiss franc', '0.9582'),
  currency('CZK', 'Czech koruna', '25.2810'),
  currency('EUR', 'Euro', '1'),
  currency('GBP', 'Pound sterling', '0.8567'),
  currency('JPY', 'Japanese yen', '163.47'),
  currency('NOK', 'Norwegian krone', '11.4925'),
  currency('SEK', 'Swedish krona', '11.3120'),
  currency('USD', 'US dollar', '1.0843'),
];

function currency(code: string, name: string, rate: string): CurrencyRecord {
  return { id: code.toLowerCase(), code, name, rate: new Prisma.Decimal(rate) };
}
