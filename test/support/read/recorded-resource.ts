import { Resource, type Shape } from '@jsonapi-gen/runtime'
import { NullAdapter } from '@jsonapi-gen/runtime/null'

/** One call of a hand-written function: what it is for, and what it was given. */
export type Call = readonly [name: string, ...parameters: unknown[]]

/** A scope that remembers what was chained onto it, in order. */
export type Recorded = readonly Call[]

interface RecordedShape extends Shape {
  scope: Recorded
  record: { readonly id: string }
}

/** A Resource whose scope is the list of the calls that made it, and which has one record, `1`. */
export abstract class RecordedResource extends Resource<RecordedShape> {
  static {
    this.useAdapter(NullAdapter)
    this.sort((scope, attribute, direction): Recorded => [...scope, ['sort', attribute, direction]])
    this.paginate((scope, page, size): Recorded => [...scope, ['paginate', page, size]])
  }

  /** The scopes that were resolved, the last one last. */
  static readonly resolved: Recorded[] = []

  override baseScope(): Recorded {
    return []
  }

  override async resolve(scope: Recorded): Promise<{ readonly id: string }[]> {
    RecordedResource.resolved.push(scope)
    return [{ id: '1' }]
  }
}

/** The scope that was resolved last. */
export const lastResolved = (): Recorded | undefined => RecordedResource.resolved.at(-1)
