import type fc from 'fast-check'
import { type Draw, drawn } from './draw.js'
import { type Entry, Graph } from './graph.js'
import type { World } from './world.js'

export interface WriteRequest {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** Random requests that write: graphs, relationships at their own URLs, and operations. Most of them are valid. */
export const requests = (world: World): fc.Arbitrary<WriteRequest> => drawn((draw) => requestOf(draw, world))

function requestOf(draw: Draw, world: World): WriteRequest {
  const headers = draw.percent(50) ? { 'x-role': 'editor' } : {}
  const kind = draw.below(20)
  if (kind < 6) return { ...created(draw, world), headers }
  if (kind < 14) return { ...updated(draw, world), headers }
  if (kind < 15) return { ...destroyed(draw, world), headers }
  if (kind < 17) return { ...related(draw, world), headers }
  return { ...operated(draw, world), headers }
}

type Unheaded = Omit<WriteRequest, 'headers'>

/** A type that a request may write directly. */
const typeOf = (draw: Draw, world: World) =>
  draw.of([...world.resources.values()].filter(({ type }) => !world.domain.onlyCreated.includes(type)))

function created(draw: Draw, world: World): Unheaded {
  const resource = typeOf(draw, world)
  const graph = new Graph(draw, world, { isNested: true })
  const data = graph.create(resource)
  return {
    method: 'POST',
    path: `/${resource.type}${included(draw, world, resource.type)}`,
    body: bodyOf(data, graph),
  }
}

function updated(draw: Draw, world: World): Unheaded {
  const resource = typeOf(draw, world)
  const graph = new Graph(draw, world, { isNested: true })
  const data = graph.update(resource)
  const path = `/${resource.type}/${encodeURIComponent(String(data['id']))}`
  return { method: 'PATCH', path: path + included(draw, world, resource.type), body: bodyOf(data, graph) }
}

const bodyOf = (data: Entry, graph: Graph): unknown => ({
  data,
  ...(graph.included.length > 0 && { included: graph.included }),
})

function included(draw: Draw, world: World, type: string): string {
  const names = world.relationships(world.resource(type)).map(({ sideload }) => sideload.name)
  return names.length > 0 && draw.percent(15) ? `?include=${draw.of(names)}` : ''
}

function destroyed(draw: Draw, world: World): Unheaded {
  const resource = typeOf(draw, world)
  const id = world.id(resource, draw.of(world.rows(resource)))
  return { method: 'DELETE', path: `/${resource.type}/${encodeURIComponent(id)}`, body: undefined }
}

function related(draw: Draw, world: World): Unheaded {
  const { type, id, name, data, does } = linkage(draw, world)
  const method = { update: 'PATCH', add: 'POST', remove: 'DELETE' }[does]
  return { method, path: `/${type}/${encodeURIComponent(id)}/relationships/${name}`, body: { data } }
}

/** A change to one relationship. */
function linkage(draw: Draw, world: World) {
  const resource = draw.of(
    [...world.resources.values()].filter(
      (each) => !world.domain.onlyCreated.includes(each.type) && world.relationships(each).length > 0,
    ),
  )
  const row = draw.of(world.rows(resource))
  const relationship = draw.of(world.relationships(resource))
  const does = relationship.many ? draw.of(['update', 'add', 'remove'] as const) : 'update'
  const graph = new Graph(draw, world, { isNested: false })
  const data = graph.linkage(resource, row, relationship, does === 'remove')
  return { type: resource.type, id: world.id(resource, row), name: relationship.sideload.name, data, does }
}

function operated(draw: Draw, world: World): Unheaded {
  const graph = new Graph(draw, world, { isNested: false })
  const operations = Array.from({ length: 1 + draw.below(4) }, () => operation(draw, world, graph))
  return { method: 'POST', path: '/operations', body: { 'atomic:operations': operations } }
}

function operation(draw: Draw, world: World, graph: Graph): unknown {
  const kind = draw.below(8)
  const resource = typeOf(draw, world)
  if (kind < 3) return { op: 'add', data: graph.create(resource) }
  if (kind < 5) return { op: 'update', data: graph.update(resource) }
  if (kind < 6) {
    const id = world.id(resource, draw.of(world.rows(resource)))
    return { op: 'remove', ref: { type: resource.type, id } }
  }
  const { type, id, name, data, does } = linkage(draw, world)
  return { op: does, ref: { type, id, relationship: name }, data }
}
