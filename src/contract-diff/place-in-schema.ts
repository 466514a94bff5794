import type { ResourceSchema, Schema } from '../schema/schema.js'
import { spanOf, type Span } from '../source/source.js'

/**
 * Finds a location in the contract, such as `posts.attributes.title`, in the schema; undefined if the schema
 * does not contain it.
 */
export function placeInSchema({ resources }: Schema, place: string): Span | undefined {
  const [, type = '', section = '', name = ''] = /^([^.]*)(?:\.([^.]*)(?:\.(.*))?)?$/s.exec(place) ?? []
  const resource = resources.find((each) => each.type === type)
  if (!resource) return undefined
  return (
    membersOf(resource, section).find((member) => member.name === nameIn(section, name))?.at ?? resource.at
  )
}

/**
 * The location of parts that the schema no longer contains: its key `resources`, or the start of its file.
 */
export function startOf({ resources }: Schema): Span | undefined {
  const source = resources[0]?.at.source
  return source && spanOf(source, Math.max(0, source.text.search(/^resources\s*:/m)))
}

/** Names of fields may contain dots. Names of actions may not, so their parts can follow them. */
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
