import type { SideloadConfig } from '../../declare/sideload.js'
import type { StoredSideload } from '../../read/related-scope.js'
import type { CompiledResource } from '../../resource/compile.js'

/** The relationships of a resource whose members restrict the destroy of a record (rule 11.15). */
export const restrictingOf = ({ config }: CompiledResource): readonly StoredSideload[] =>
  [...config.sideloads.values()].filter(isRestricting)

const isRestricting = (sideload: SideloadConfig): sideload is StoredSideload =>
  sideload.dependent === 'restrict' &&
  sideload.kind !== 'custom' &&
  sideload.kind !== 'belongsTo' &&
  sideload.kind !== 'polymorphicBelongsTo'
