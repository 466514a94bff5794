import type { Report } from '../../diagnostic/report.js'
import { quoted } from '../../diagnostic/words.js'
import { linkGuards } from '../../schema/relations.js'
import type { ResourceSchema, SideloadSchema } from '../../schema/schema.js'
import { oppositeOf } from '../datamodel.js'
import { isOver, relationsOf, resourcesOver, type Reviewed } from './reviewed.js'

/**
 * Notes each one-to-one whose key may be in a hidden record (JG808). The store rejects a second link, which reveals
 * that the first one exists.
 */
export function noteHeldLinks({ resource, model, schema, datamodel }: Reviewed, report: Report): void {
  const hides = whatHides(resource)
  if (hides === undefined || !isWritten(resource)) return
  for (const field of relationsOf(model)) {
    const back = field.fields.length > 0 ? oppositeOf(datamodel, model, field) : undefined
    if (!back || back.isList) continue
    const isName = (sideload: SideloadSchema): boolean => isOver(sideload, field.fields)
    const names = [
      ...resource.sideloads
        .filter((each) => each.kind === 'belongsTo' && isName(each))
        .map((sideload) => ({ owner: resource, sideload })),
      ...resourcesOver(schema, field.model).flatMap((owner) =>
        owner.sideloads
          .filter((each) => each.kind === 'hasOne' && each.resource === resource.type && isName(each))
          .map((sideload) => ({ owner, sideload })),
      ),
    ]
    const open = names.find(({ owner, sideload }) =>
      linkGuards(owner, sideload, schema.resources).writable.every((guard) => guard === true),
    )
    if (!open) continue
    const { type } = resource
    const message = `${hides} hides records of ${quoted(type)}, but linking ${quoted(open.sideload.name)} a second time returns 422, which reveals that a hidden record already has the link`
    report.add('JG808', open.sideload.at, message, {
      help: `use writable to let only users who may see all ${quoted(type)} write it, or drop the unique key on ${field.fields.map(quoted).join(' and ')}`,
      related: [{ at: field.at, message: 'the relation with the unique key is here' }],
    })
  }
}

/** The rule that hides records of a resource from some requests; undefined if everybody sees all records. */
function whatHides({ scopes, defaultFilters }: ResourceSchema): string | undefined {
  const scope = scopes.find(({ policy }) => policy === 'read')
  if (scope) return `The scope ${quoted(scope.name)}`
  const [filter] = defaultFilters
  return filter && `The default filter ${quoted(filter.name)}`
}

const isWritten = ({ access }: ResourceSchema): boolean =>
  access.some(({ action, guard }) => (action === 'create' || action === 'update') && guard !== false)
