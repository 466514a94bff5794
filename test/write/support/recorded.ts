import { hasStore } from '../../support/engine.js'
import type { ResourceClass } from '@jsonapi-gen/runtime'
import type { PrismaClientLike } from '@jsonapi-gen/runtime/prisma'
import { clientBehind, hasPairs } from '../../support/pairs/numbered-client.js'
import { inNumbers, numberOf, numberOfId } from '../../support/pairs/models.js'
import { inPairs } from '../../support/pairs/resources.js'
import { registry } from '../../../examples/blog/src/api/generated/index.gen.js'
import { factsOf, prismaAdapter } from '../../support/facts.js'

/** A call of a Resource operation: its name, type, arguments, and the id of the parent record. */
export type Call = readonly [operation: string, type: string, parameters: unknown, parent?: unknown]

/** The blog's resources, in which every write operation is overridden to record its calls. */
export interface RecordedBlog {
  readonly resources: Readonly<Record<string, ResourceClass>>
  readonly calls: Call[]
}

/** Creates the recorded resources of a client. Changes by one test do not affect other tests. */
export function recordedBlog(client: PrismaClientLike): RecordedBlog {
  const calls: Call[] = []
  return { resources: blogOf(client, (type, parent) => recorded(type, parent, calls)), calls }
}

/** The blog's resources on a client, without overrides. Changes by one test do not affect other tests. */
export const plainBlog = (client: PrismaClientLike): RecordedBlog['resources'] =>
  blogOf(client, (_, parent) => class extends parent {})

function blogOf(
  client: PrismaClientLike,
  derived: (type: string, parent: ResourceClass) => ResourceClass,
): RecordedBlog['resources'] {
  const behind = clientBehind(client)
  const adapter = prismaAdapter(behind)
  const entries = [...registry]
    .filter(([, resource]) => hasStore(resource.config.adapter))
    .map(([type, resource]): [string, ResourceClass] => [type, derived(type, resource)])
  for (const [, resource] of entries) {
    resource.useAdapter(adapter)
    resource.facts(factsOf(behind))
    if (hasPairs(behind)) inPairs(resource)
  }
  return Object.fromEntries(entries)
}

function recorded(type: string, parent: ResourceClass, calls: Call[]): ResourceClass {
  return class extends parent {
    override create(parameters: Readonly<Record<string, unknown>>, of?: object) {
      calls.push(['create', type, inNumbers(parameters), idOf(of)])
      return super.create(parameters, of)
    }
    override update(parameters: Readonly<Record<string, unknown>>, of?: object) {
      calls.push(['update', type, inNumbers(parameters), idOf(of)])
      return super.update(parameters, of)
    }
    override destroy(id: unknown, of?: object) {
      calls.push(['destroy', type, numberOfId(id), idOf(of)])
      return super.destroy(id, of)
    }
    override associate(of: object, child: object, name: string, kind: string) {
      calls.push(['associate', type, `${name} ${kind} ${String(idOf(child))}`, idOf(of)])
      return super.associate(of, child, name, kind)
    }
    override disassociate(of: object, child: object, name: string, kind: string) {
      calls.push(['disassociate', type, `${name} ${kind} ${String(idOf(child))}`, idOf(of)])
      return super.disassociate(of, child, name, kind)
    }
  }
}

const idOf = (record: object | undefined): unknown => record && numberOf(record)
