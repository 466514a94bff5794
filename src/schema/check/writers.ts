import type { Report } from '../../diagnostic/report.js'
import { listed, quoted } from '../../diagnostic/words.js'
import type { Span } from '../../source/source.js'
import { isSameLink, linkGuards, readersOf } from '../links.js'
import type { AttributeSchema, ResourceSchema, SideloadSchema } from '../schema.js'

/**
 * Warns of what a create needs, and not everybody who may create may write (JG716): an attribute or a relationship whose guards,
 * those of the other side included, are others than that of the create. Whoever does not pass them can create nothing.
 */
export function checkWriters(resources: readonly ResourceSchema[], report: Report): void {
  for (const resource of resources) {
    const create = resource.access.find(({ action }) => action === 'create')?.guard ?? true
    if (create === false) continue
    for (const { name, at, guards, related } of needsOf(resource, resources)) {
      const others = [...new Set(guards)].filter((guard) => guard !== create)
      if (others.length === 0) continue
      const who = create === true ? 'Everybody may create' : `Who passes ${create} may create`
      const takes = listed(others)
      const message = `${who} ${quoted(resource.type)}, which takes ${quoted(name)}, and to write that takes ${takes}`
      report.add('JG716', at, message, {
        related,
        help: `write create: ${others[0]} in its actions, or let those who create see and write ${quoted(name)}; where code of yours fills it in, write required: false`,
      })
    }
  }
}

/** What a create needs a client for, and the methods that guard it. */
interface Need {
  readonly name: string
  readonly at: Span
  readonly guards: readonly string[]
  readonly related: readonly { readonly at: Span; readonly message: string }[]
}

function needsOf(resource: ResourceSchema, resources: readonly ResourceSchema[]): readonly Need[] {
  const keys = resource.sideloads.flatMap((each) => (each.kind === 'belongsTo' ? each.foreignKey : []))
  const attributes = resource.attributes
    .filter((each) => isNeeded(each) && each.name !== resource.version && !keys.includes(each.column))
    .map((attribute): Need => {
      const { name, at, writable } = attribute
      const guards = [writable, ...readersOf(resource, attribute, resources)].filter(isMethod)
      return { name, at, guards, related: [] }
    })
  const relationships = resource.sideloads.flatMap((sideload): readonly Need[] => {
    const { name, at, nullable, required, kind } = sideload
    if (kind !== 'belongsTo' && kind !== 'polymorphicBelongsTo') return []
    const { readable, writable } = linkGuards(resource, sideload, resources)
    if (nullable || required === false || writable.includes(false)) return []
    const guards = [...readable, ...writable].filter(isMethod)
    return [{ name, at, guards, related: placesOf({ owner: resource, sideload }, resources) }]
  })
  return [...attributes, ...relationships]
}

const isNeeded = ({ type, required, writable, default: preset }: AttributeSchema): boolean =>
  required !== false && writable !== false && !type.nullable && preset === undefined

/** The other names of a relationship that have a guard. */
function placesOf(
  link: { readonly owner: ResourceSchema; readonly sideload: SideloadSchema },
  resources: readonly ResourceSchema[],
): Need['related'] {
  return resources.flatMap((owner) =>
    owner.sideloads
      .filter((sideload) => sideload !== link.sideload && isSameLink(link, { owner, sideload }))
      .flatMap(({ name, at, readable, writable }) =>
        [readable, writable].some(isMethod)
          ? [{ at, message: `a guard of ${quoted(name)} holds for it too` }]
          : [],
      ),
  )
}

const isMethod = (guard: boolean | string): guard is string => typeof guard === 'string'
