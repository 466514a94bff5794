import type { GroupSchema, SideloadSchema } from '../schema/schema.js'
import { deprecatedMember } from './deprecated-member.js'
import { call, literal, object, text, texts, type Member } from './layout/code.js'
import type { Doc } from './layout/doc.js'

/** The declaration of a sideload, by the macro of its kind (specification 4.2). */
export function sideloadDeclaration(sideload: SideloadSchema): Doc {
  const macro = sideload.kind === 'custom' ? 'allowSideload' : sideload.kind
  const common: readonly Member[] = [
    ...(sideload.linkage === 'always' ? [{ key: 'linkage', value: text('always') }] : []),
    ...(sideload.readable === true ? [] : [{ key: 'readable', value: literal(sideload.readable) }]),
    ...(sideload.writable === true ? [] : [{ key: 'writable', value: literal(sideload.writable) }]),
    ...(sideload.dependent ? [{ key: 'dependent', value: text(sideload.dependent) }] : []),
    ...deprecatedMember(sideload.deprecated),
  ]
  return call(`this.${macro}`, [text(sideload.name), object([...kindMembers(sideload), ...common])], true)
}

function kindMembers(sideload: SideloadSchema): readonly Member[] {
  switch (sideload.kind) {
    case 'belongsTo':
    case 'hasMany':
    case 'hasOne':
      return keyed(sideload)
    case 'hasAndBelongsToMany': {
      const { resource, stored, relation, key, primaryKey } = sideload
      const foreignKey = object([{ key: relation, value: columns(key) }])
      return [
        { key: 'resource', value: text(resource) },
        ...relationMember(stored),
        { key: 'foreignKey', value: foreignKey },
        ...primary(primaryKey),
      ]
    }
    case 'polymorphicBelongsTo': {
      const groups = sideload.groups.map((group) => ({
        key: group.name,
        value: object(keyed(ofGroup(group))),
      }))
      return [
        { key: 'groupBy', value: text(sideload.groupBy) },
        { key: 'groups', value: object(groups) },
      ]
    }
    case 'polymorphicHasMany': {
      const { primaryKey, ...rest } = sideload
      return [
        ...keyed({ ...rest, primaryKey: undefined }),
        { key: 'as', value: text(sideload.as) },
        ...primary(primaryKey),
      ]
    }
    case 'custom': {
      const { resource, many, scopeMethod, assignMethod } = sideload
      return [
        { key: 'resource', value: text(resource) },
        ...(many ? [] : [{ key: 'many', value: 'false' }]),
        { key: 'scope', value: text(scopeMethod) },
        { key: 'assign', value: text(assignMethod) },
      ]
    }
  }
}

function keyed(sideload: {
  readonly resource: string
  readonly stored?: string | undefined
  readonly foreignKey: readonly string[]
  readonly primaryKey: readonly string[] | undefined
}): readonly Member[] {
  return [
    { key: 'resource', value: text(sideload.resource) },
    ...relationMember(sideload.stored),
    { key: 'foreignKey', value: columns(sideload.foreignKey) },
    ...primary(sideload.primaryKey),
  ]
}

function relationMember(stored: string | undefined): readonly Member[] {
  return stored === undefined ? [] : [{ key: 'relation', value: text(stored) }]
}

function primary(primaryKey: readonly string[] | undefined): readonly Member[] {
  return primaryKey === undefined ? [] : [{ key: 'primaryKey', value: columns(primaryKey) }]
}

const ofGroup = ({ resource, foreignKey, primaryKey }: GroupSchema) => ({
  resource,
  foreignKey: [foreignKey],
  primaryKey: primaryKey === undefined ? undefined : [primaryKey],
})

/** A single column is written as its name, several columns as a list. */
const columns = (names: readonly string[]): Doc => (names.length === 1 ? text(names[0] ?? '') : texts(names))
