import { isKeyKind, KEY_KINDS } from '@jsonapi-gen/runtime/vocabulary'
import { listed, quoted } from '../../diagnostic/words.js'
import { idOf, keyColumnType } from '../directory.js'
import type { DeclaredResource, DeclaredSideload } from '../declared.js'
import type { KeyColumnSchema } from '../schema.js'
import type { SideloadKind } from '../types.js'
import type { Resolving } from './context.js'

/**
 * The columns of a composite id with their types. A column without a type, or with a type that an id cannot have, is
 * reported (JG418).
 */
export function resolveKey({
  resource,
  directory,
  report,
}: Resolving): readonly KeyColumnSchema[] | undefined {
  return resource.key?.flatMap((column) => {
    const { value: name, at } = column.name
    const type = keyColumnType(column) ?? directory.typeOf(resource, name)
    if (type && isKeyKind(type.kind) && !type.list) {
      return [{ name, type: { ...type, nullable: false } }]
    }
    const reason = type ? `is ${type.kind}, which cannot be part of an id` : 'has no type'
    report.add('JG418', at, `${quoted(name)} is part of the id, but ${reason}`, {
      help: `declare an attribute or a belongsTo for it, with one of these types: ${listed(KEY_KINDS.filter((kind) => kind !== 'enum'))}`,
    })
    return []
  })
}

/** Reports `clientIds` if the id consists of attributes and relationships, which a create sets instead (JG212). */
export function checkClientIds({ resource, report }: Resolving): void {
  const { clientIds, key, type } = resource
  if (!key || !clientIds || clientIds.value === 'forbidden') return
  const columns = listed(key.map(({ name }) => quoted(name.value)))
  const message = `clientIds does not apply to ${quoted(type.value)}: its id consists of ${columns}`
  report.add('JG212', clientIds.at, message, {
    help: 'remove clientIds: a new record contains the attributes or the relationships that form the id',
  })
}

/**
 * Reports a foreign key that does not have as many columns as the key that it refers to, and a polymorphic
 * key with several columns (JG418).
 */
export function checkKeyColumns(
  declared: DeclaredSideload,
  kind: SideloadKind,
  { resource, directory, report }: Resolving,
): void {
  const target = directory.resources.get(declared.resource?.value ?? '')
  const check = (
    columns: number,
    referred: DeclaredResource | undefined,
    at: DeclaredSideload['name'],
  ): void => {
    const key = declared.primaryKey?.map(({ value }) => value) ?? (referred && idOf(referred))
    if (!key || columns === key.length) return
    const one = kind === 'polymorphicBelongsTo' || kind === 'polymorphicHasMany'
    const reason = one
      ? 'a polymorphic key has only one column'
      : `this key has ${columns} ${columns === 1 ? 'column' : 'columns'}`
    report.add('JG418', at.at, `${quoted(at.value)} refers to ${listed(key.map(quoted))}, but ${reason}`, {
      help: one
        ? `remove ${quoted(at.value)}, or set primaryKey to a unique column of its resource`
        : 'list a column for each of them, in this order: foreignKey: [first, second]',
    })
  }
  switch (kind) {
    case 'belongsTo':
      if (declared.foreignKey) check(declared.foreignKey.length, target, declared.name)
      break
    case 'hasMany':
    case 'hasOne':
    case 'polymorphicHasMany':
      if (declared.foreignKey) check(declared.foreignKey.length, resource, declared.name)
      break
    case 'hasAndBelongsToMany':
      if (declared.through) check(declared.through.key.length, resource, declared.name)
      break
    case 'polymorphicBelongsTo':
      for (const { name, resource: related, primaryKey } of declared.groups) {
        if (!primaryKey) check(1, directory.resources.get(related?.value ?? ''), name)
      }
      break
    case 'custom':
      break
  }
}
