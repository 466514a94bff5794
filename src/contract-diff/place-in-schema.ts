import type { ResourceSchema, Schema } from '../schema/schema.js'
import type { Span } from '../source/source.js'

/** Where a place of the contract, such as `posts.attributes.title`, stands in the schema; undefined where it does not. */
export function placeInSchema({ resources }: Schema, place: string): Span | undefined {
  const [, type = '', section = '', name = ''] = /^([^.]*)(?:\.([^.]*)(?:\.(.*))?)?$/s.exec(place) ?? []
  const resource = resources.find((each) => each.type === type)
  if (!resource) return undefined
  return membersOf(resource, section).find((member) => member.name === name)?.at ?? resource.at
}

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
    case 'defaultFilters':
      return resource.defaultFilters
    case 'stats':
      return resource.stats
    default:
      return []
  }
}
