// Helpers of an application's own, typed by what declarations take, and what must not compile. Checked by `npm run typecheck`.
import {
  Resource,
  type AttributeDeclaration,
  type AttributeOptions,
  type CustomSideloadOptions,
  type DefaultConditions,
  type ExtraFieldOptions,
  type FilterHandler,
  type FilterOptions,
  type IdOptions,
  type JoinedOptions,
  type KeyedOptions,
  type PolymorphicBelongsToOptions,
  type PolymorphicHasManyOptions,
  type ScopeHandler,
  type SideloadOptions,
  type SortEntry,
  type StatHandler,
  type StatOptions,
} from '@jsonapi-gen/runtime'

/** An amount of money. */
function money(options: Omit<AttributeOptions, 'type'> = {}): AttributeOptions {
  return { type: 'decimal', minimum: 0, ...options }
}

const timestamp: AttributeDeclaration = 'datetime?'
const readOnly: AttributeOptions = { type: 'datetime', writable: false }
const searchable: FilterOptions = { operators: ['eq', 'prefix'], aliases: ['q'] }
const published: DefaultConditions = { eq: true }
const summed: StatOptions = { total: 'count', price: ['sum', 'average'] }
const newestFirst: readonly SortEntry[] = [{ createdAt: 'desc' }]
const ownIds: IdOptions = { clientIds: 'allowed' }
const computed: ExtraFieldOptions = { type: 'integer' }
const always: Omit<SideloadOptions, 'resource'> = { linkage: 'always', writable: false }
const shop: KeyedOptions = { resource: 'shops', foreignKey: 'shopId', ...always }
const tags: JoinedOptions = { resource: 'tags', foreignKey: { products: 'id' } }
const subject: PolymorphicBelongsToOptions = {
  groupBy: 'subjectType',
  groups: { Shop: { resource: 'shops', foreignKey: 'subjectId' } },
}
const notes: PolymorphicHasManyOptions = { resource: 'notes', foreignKey: 'subjectId', as: 'subject' }
const related: CustomSideloadOptions = { resource: 'products', scope: () => [], assign: () => undefined }
const narrowed: FilterHandler<Resource> = (scope, value) => [scope, value]
const visible: ScopeHandler<Resource> = (scope) => scope
const median: StatHandler<Resource> = (_scope, attribute) => attribute.length

export class ProductResource extends Resource {
  static {
    this.type('products')
    this.id('integer', ownIds)
    this.attribute('price', money({ maximum: '999.99' }))
    this.attribute('createdAt', readOnly)
    this.attribute('deletedAt', timestamp)
    this.attribute('published', 'boolean')
    this.allowFilter('name', { type: 'string', ...searchable })
    this.allowFilter('cheap', { type: 'boolean' }, narrowed)
    this.defaultFilter('published', published)
    this.defaultFilter('visible', visible)
    this.allowStat(summed)
    this.allowStat('price', { median })
    this.extraField('score', computed)
    this.defaultSort(newestFirst)
    this.belongsTo('shop', shop)
    this.hasAndBelongsToMany('tags', tags)
    this.polymorphicBelongsTo('subject', subject)
    this.polymorphicHasMany('notes', notes)
    this.allowSideload('related', related)
  }
}

// @ts-expect-error the helper states the type
money({ type: 'string' })

// @ts-expect-error a constraint that there is not
export const constraint: AttributeOptions = { type: 'integer', minimun: 0 }

// @ts-expect-error no type
export const type: AttributeDeclaration = 'strng'

// @ts-expect-error an operator that there is not
export const operator: FilterOptions = { operators: ['like'] }

// @ts-expect-error a condition of another name than an operator's
export const condition: DefaultConditions = { equals: true }

// @ts-expect-error no built-in calculation
export const calculation: StatOptions = { price: 'median' }

// @ts-expect-error no direction
export const direction: SortEntry = { createdAt: 'descending' }

// @ts-expect-error whether a client may bring ids is one of three words
export const clientIds: IdOptions = { clientIds: true }

// @ts-expect-error linkage is one of two words
export const linkage: Partial<SideloadOptions> = { linkage: 'never' }

// @ts-expect-error a sideload over a key names the key
export const keyed: KeyedOptions = { resource: 'shops' }

// @ts-expect-error the join relation of the related model is named with the key
export const joined: JoinedOptions = { resource: 'tags', foreignKey: 'productId' }

// @ts-expect-error a group names its resource
export const group: PolymorphicBelongsToOptions = { groupBy: 'a', groups: { Shop: { foreignKey: 'a' } } }

// @ts-expect-error the children name this side by key and type
export const polymorphic: PolymorphicHasManyOptions = { resource: 'notes', foreignKey: 'subjectId' }

// @ts-expect-error a custom sideload gives each parent its own
export const custom: CustomSideloadOptions = { resource: 'products', scope: () => [] }

// @ts-expect-error the name of no method
export const handler: FilterHandler<Resource> = 'nosuch'
