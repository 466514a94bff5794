import type { Scalar } from '../../vocabulary/values/coerce.js'
import { parseType } from '../../vocabulary/values/type.js'
import { amongTree, type AmongTree } from '../../sql/among.js'

/** Converts keys to Prisma's `where`, for values that need no conversion. */
export function plainWhere(columns: readonly string[], keys: readonly (readonly Scalar[])[]): object {
  const types = columns.map(() => parseType('string'))
  return treeAsPlain(amongTree({ kind: 'among', name: '', through: [], columns, types, keys }))
}

function treeAsPlain(tree: AmongTree): object {
  switch (tree.kind) {
    case 'compare': {
      const values = [tree.value].flat()
      // Prisma has no `in` for booleans.
      return values.some((value) => typeof value === 'boolean')
        ? { OR: values.map((value) => ({ [tree.column]: value })) }
        : { [tree.column]: { in: values } }
    }
    case 'all':
      return { AND: tree.conditions.map(treeAsPlain) }
    case 'any':
      return { OR: tree.conditions.map(treeAsPlain) }
  }
}
