import type { Association } from '../../adapter/store-step.js'
import { memberOf } from '../../base/cast.js'
import type { CompiledResource } from '../../resource/compile.js'

/**
 * A relationship of a resource, in the form that adapters take.
 *
 * Throws an Error if the resource has no sideload of that name, which is a bug of the application.
 */
export function associationOf(owner: CompiledResource, parent: object, name: string): Association {
  const sideload = owner.config.sideloads.get(name)
  if (!sideload) throw new Error(`"${owner.type}" has no sideload "${name}".`)
  const targets = owner.targets(sideload)
  const group = sideload.kind === 'polymorphicBelongsTo' ? String(memberOf(parent, sideload.groupBy)) : ''
  const target = targets.get(group) ?? [...targets.values()].at(0)
  if (!target) throw new Error(`"${owner.type}.${name}" leads to no resource.`)
  const { kind } = sideload
  const join =
    kind === 'hasAndBelongsToMany'
      ? { relation: sideload.join, key: sideload.joinKey, parentKey: sideload.primaryKey ?? owner.primaryKey }
      : undefined
  return { name, kind, many: sideload.many, owner, target, join }
}
