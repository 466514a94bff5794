import { constraintsOn } from '../support/constraints.js'
import { type Domain, numbered } from './domain.js'

/**
 * A domain with unique keys over several columns, ids that clients may choose, and a join model without a unique key
 * over the pair.
 */
export const constraintsDomain: Domain = {
  datamodel: 'constraints',
  open: (database) => database.openConstraints(),
  resources(adapter) {
    const { organisations, tickets, books, shelves } = constraintsOn(adapter)
    if (!organisations || !tickets || !books || !shelves) throw new Error('There are organisations.')
    organisations.hasMany('tickets', { resource: 'tickets', foreignKey: 'organisationId' })
    const resources = { organisations, tickets, books, shelves }
    return resources
  },
  shared: [],
  owners: {},
  onlyCreated: [],
  rows: {
    Organisation: numbered(3, (id) => ({ id, name: `organisation ${id}` })),
    Ticket: numbered(5, (id) => ({
      id,
      organisationId: 1 + (id % 2),
      number: id,
      code: `code ${id}`,
      codeNumber: null,
      line: `line ${id}`,
      item: `item ${id}`,
      lineItem: null,
      label: `label ${id}`,
      price: null,
      weight: null,
      amounts: null,
    })),
    Shelf: numbered(3, (id) => ({ id, name: `shelf ${id}` })),
    Book: numbered(6, (id) => ({ id, title: `book ${id}` })),
    ShelfBook: numbered(9, (id) => ({ id, shelfId: 1 + (id % 3), bookId: 1 + (id % 6) })),
  },
}
