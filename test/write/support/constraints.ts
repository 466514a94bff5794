import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import { Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import type { PrismaClientLike } from '@jsonapi-gen/runtime/prisma'
import { prismaAdapter } from '../../support/facts.js'

/** Resources over the tables of constraints.prisma, by type. */
export const constraintsResources = (prisma: PrismaClientLike): Readonly<Record<string, ResourceClass>> =>
  constraintsOn(prismaAdapter(prisma))

/** The resources on any adapter. */
export function constraintsOn(adapter: Adapter): Readonly<Record<string, ResourceClass>> {
  class Organisations extends Resource {
    static {
      this.type('organisations')
      this.model('Organisation')
      this.id('integer', { clientIds: 'allowed' })
      this.useAdapter(adapter)
      this.attribute('name', 'string')
    }
  }
  class Tickets extends Resource {
    static {
      this.type('tickets')
      this.model('Ticket')
      this.id('integer', { clientIds: 'allowed' })
      this.useAdapter(adapter)
      this.attribute('number', 'integer')
      this.attribute('code', 'string')
      for (const name of ['codeNumber', 'line', 'item', 'lineItem', 'label']) this.attribute(name, 'string?')
      this.attribute('price', 'decimal?')
      this.attribute('weight', 'decimal?')
      this.attribute('amounts', 'float?')
      this.belongsTo('organisation', { resource: () => Organisations, foreignKey: 'organisationId' })
    }
  }
  /** Tickets whose organisation is set by code and cannot be written by requests. */
  class OwnTickets extends Resource {
    static {
      this.type('ownTickets')
      this.model('Ticket')
      this.id('integer')
      this.useAdapter(adapter)
      this.attribute('number', 'integer')
      this.attribute('code', 'string')
      this.belongsTo('organisation', {
        resource: () => Organisations,
        foreignKey: 'organisationId',
        writable: false,
      })
    }
    override create(parameters: Readonly<Record<string, unknown>>): Promise<unknown> {
      return super.create({ ...parameters, organisationId: 1 })
    }
  }
  /** The same tickets, but clients can neither read nor write the number. */
  class BareTickets extends OwnTickets {
    static {
      this.type('bareTickets')
      this.attribute('number', { type: 'integer', readable: false, writable: false, required: false })
    }
    override create(parameters: Readonly<Record<string, unknown>>): Promise<unknown> {
      return super.create({ ...parameters, number: 700 })
    }
  }
  class Registrations extends Resource {
    static {
      this.type('registrations')
      this.model('RegistrationOfSomethingWithAVeryLongNameIndeed')
      this.id('integer')
      this.useAdapter(adapter)
      this.attribute('theFirstOfItsLongNamedColumns', 'string')
      this.attribute('theSecondOfItsLongNamedColumns', 'string')
    }
  }
  class Books extends Resource {
    static {
      this.type('books')
      this.model('Book')
      this.id('integer')
      this.useAdapter(adapter)
      this.attribute('title', 'string')
      this.hasAndBelongsToMany('shelves', { resource: () => Shelves, foreignKey: { places: 'bookId' } })
    }
  }
  class Shelves extends Resource {
    static {
      this.type('shelves')
      this.model('Shelf')
      this.id('integer')
      this.useAdapter(adapter)
      this.attribute('name', 'string')
      this.hasAndBelongsToMany('books', { resource: () => Books, foreignKey: { places: 'shelfId' } })
    }
  }
  return {
    organisations: Organisations,
    tickets: Tickets,
    ownTickets: OwnTickets,
    bareTickets: BareTickets,
    registrations: Registrations,
    books: Books,
    shelves: Shelves,
  }
}
