import type { SideloadConfig } from '../../declare/sideload.js'
import type { WriteNode, WriteRelationship } from './node.js'

/**
 * Whether a child's relationship to a record only says again how the child was reached from that very record: a comment
 * of a post that names the post.
 */
export function isInverse(child: WriteNode, { sideload }: WriteRelationship, named: WriteNode): boolean {
  const { via } = child.place
  return (
    via?.parent === named &&
    (isBackOf(via.relationship.sideload, sideload) || isBackOf(sideload, via.relationship.sideload))
  )
}

/** Whether `back`, on the children, stands for the same key as `forth`, on the parent. */
function isBackOf(forth: SideloadConfig, back: SideloadConfig): boolean {
  switch (forth.kind) {
    case 'hasMany':
    case 'hasOne':
      return back.kind === 'belongsTo' && back.foreignKey === forth.foreignKey
    case 'polymorphicHasMany':
      return back.kind === 'polymorphicBelongsTo' && back.name === forth.as
    case 'hasAndBelongsToMany':
      return back.kind === 'hasAndBelongsToMany' && forth.join === back.name
    case 'belongsTo':
    case 'polymorphicBelongsTo':
    case 'custom':
      return false
  }
}
