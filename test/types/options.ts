// An application's own helpers, typed by the options of declarations, and code that must not compile. Checked by `npm
// run typecheck`.
import {
  type ApiOptions,
  Resource,
  type AttributeOptions,
  type FilterOptions,
  type JoinedOptions,
  type KeyedOptions,
  type SideloadOptions,
} from '@jsonapi-gen/runtime'

/** An amount of money. */
function money(options: Omit<AttributeOptions, 'type'> = {}): AttributeOptions {
  return { type: 'decimal', minimum: 0, ...options }
}

const readOnly: AttributeOptions = { type: 'datetime', writable: false }
const searchable: FilterOptions = { operators: ['eq', 'prefix'], aliases: ['q'] }
const always: Omit<SideloadOptions, 'resource'> = { linkage: 'always', writable: false }
const shop: KeyedOptions = { resource: 'shops', foreignKey: 'shopId', ...always }
const tags: JoinedOptions = { resource: 'tags', foreignKey: { products: 'id' } }

export class ProductResource extends Resource {
  static {
    this.type('products')
    this.id('integer', { clientIds: 'allowed' })
    this.attribute('price', money({ maximum: '999.99' }))
    this.attribute('createdAt', readOnly)
    this.attribute('deletedAt', 'datetime?')
    this.allowFilter('name', { type: 'string', ...searchable })
    this.allowFilter('cheap', { type: 'boolean' }, (scope, value) => [scope, value])
    this.defaultFilter('published', { eq: true })
    this.defaultFilter('visible', (scope) => scope)
    this.allowStat({ total: 'count', price: ['sum', 'average'] })
    this.allowStat('price', { median: (_scope, column) => column.length })
    this.extraField('score', { type: 'integer' })
    this.defaultSort([{ createdAt: 'desc' }])
    this.belongsTo('shop', shop)
    this.hasAndBelongsToMany('tags', tags)
    this.polymorphicBelongsTo('subject', {
      groupBy: 'subjectType',
      groups: { Shop: { resource: 'shops', foreignKey: 'subjectId' } },
    })
    this.polymorphicHasMany('notes', { resource: 'notes', foreignKey: 'subjectId', as: 'subject' })
    this.allowSideload('related', { resource: 'products', scope: () => [], assign: () => undefined })
  }
}

// @ts-expect-error the helper states the type
money({ type: 'string' })

// @ts-expect-error there is no such constraint
export const constraint: AttributeOptions = { type: 'integer', minimun: 0 }

// @ts-expect-error there is no such operator
export const operator: FilterOptions = { operators: ['like'] }

// @ts-expect-error linkage is one of two words
export const linkage: Partial<SideloadOptions> = { linkage: 'never' }

// @ts-expect-error a sideload over a key must name the key
export const keyed: KeyedOptions = { resource: 'shops' }

// @ts-expect-error the key must be named together with the related model's join relation
export const joined: JoinedOptions = { resource: 'tags', foreignKey: 'productId' }

export class MistakenResource extends Resource {
  static {
    // @ts-expect-error no type
    this.attribute('price', 'strng')
    // @ts-expect-error there is no such operator
    this.defaultFilter('published', { equals: true })
    // @ts-expect-error there is no such calculation
    this.allowStat({ price: 'median' })
    // @ts-expect-error there is no such direction
    this.defaultSort([{ createdAt: 'descending' }])
    // @ts-expect-error clientIds must be one of three words
    this.id('integer', { clientIds: true })
    // @ts-expect-error a group must name its resource
    this.polymorphicBelongsTo('subject', { groupBy: 'a', groups: { Shop: { foreignKey: 'a' } } })
    // @ts-expect-error the children refer to this side by a key and a type
    this.polymorphicHasMany('notes', { resource: 'notes', foreignKey: 'subjectId' })
    // @ts-expect-error a custom sideload must assign its records to the parents
    this.allowSideload('related', { resource: 'products', scope: () => [] })
    // @ts-expect-error there is no such method
    this.allowFilter('cheap', { type: 'boolean' }, 'nosuch')
  }
}

export const numbered: Pick<ApiOptions, 'without'> = { without: ['cursors'] }
// @ts-expect-error no capability has this name
export const misspelt: Pick<ApiOptions, 'without'> = { without: ['cursor'] }
