import type { Report } from '../../diagnostic/report.js'
import { listed, quoted } from '../../diagnostic/words.js'
import type { DeclaredResource, DeclaredSchema } from '../../schema/declared.js'
import { servedActions } from '../../schema/resolve/actions.js'
import type { Datamodel } from '../datamodel.js'
import { neededColumns } from './fillable.js'

/**
 * Reports many-to-many relationships that clients may write although their links cannot be stored (JG713), because the
 * join model has another required column without a default.
 */
export function checkLinkable(
  resource: DeclaredResource,
  { models }: Datamodel,
  defaults: DeclaredSchema['defaults'],
  report: Report,
): void {
  const writes = servedActions(resource, defaults).filter(
    ({ action }) => action === 'create' || action === 'update',
  )
  for (const { name, writable, through } of writes.length > 0 ? resource.sideloads : []) {
    const join = models.get(through?.join?.model ?? '')
    if (!join || !through?.join || writable?.value === false) continue
    const keys = [...through.join.key, ...through.join.otherKey]
    const missing = [...neededColumns(join)].filter((column) => !keys.includes(column))
    if (missing.length === 0) continue
    const is = missing.length === 1 ? 'is' : 'are'
    report.add(
      'JG713',
      name.at,
      `Links of ${quoted(name.value)} cannot be created: ${listed(missing.map(quoted))} of ${join.name} ${is} required, but a link sets only the two keys`,
      {
        help: `set a default for ${listed(missing.map(quoted))}, or write writable: false and let clients write the records of ${join.name} directly`,
        related: missing.flatMap((column) => {
          const field = join.fields.get(column)
          return field ? [{ at: field.at, message: 'a link does not set this column' }] : []
        }),
      },
    )
  }
}
