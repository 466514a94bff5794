import type { ResourceSchema, Schema } from '../schema/schema.js'
import type { Span } from '../source/source.js'

/** Where a place of the contract, such as `posts.attributes.title`, stands in the schema; undefined where it does not. */
export function placeInSchema({ resources }: Schema, place: string): Span | undefined {
  const [, type = '', section = '', name = ''] = /^([^.]*)(?:\.([^.]*)(?:\.(.*))?)?$/s.exec(place) ?? []
  const resource = resources.find((each) => each.type === type)
  if (!resource) return undefined
  return (
    membersOf(resource, section).find((member) => member.name === nameIn(section, name))?.at ?? resource.at
  )
}

/** Names of fields may have dots; below an action come its parts, and its name has none. */
const nameIn = (section: string, name: string): string =>
  section === 'ownActions' ? (name.split('.')[0] ?? '') : name

interface Member {
  readonly name: string
  readonly at: Span
}

function membersOf(resource: ResourceSchema, section: string): readonly Member[] {
  switch (section) {
    case 'attributes':
      return resource.attributes
    case 'extraFields':
      return resource.extraFields
    case 'relationships':
      return resource.sideloads
    case 'filters':
      return resource.filters
    case 'ownActions':
      return resource.ownActions
    case 'defaultFilters':
      return resource.defaultFilters
    case 'stats':
      return resource.stats
    default:
      return []
  }
}
