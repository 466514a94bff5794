import { Resource, type Shape } from '@jsonapi-gen/runtime'
import { NullAdapter } from '@jsonapi-gen/runtime/null'

/** A call of a hand-written function, with its purpose and arguments. */
export type Call = readonly [name: string, ...parameters: unknown[]]

/** A scope that records, in order, what was chained onto it. */
export type Recorded = readonly Call[]

interface RecordedShape extends Shape {
  scope: Recorded
  record: { readonly id: string }
}

/** A Resource with one record, `1`, whose scope is the list of the calls that built it. */
export abstract class RecordedResource extends Resource<RecordedShape> {
  static {
    this.useAdapter(NullAdapter)
    this.sort((scope, attribute, direction): Recorded => [...scope, ['sort', attribute, direction]])
    this.paginate((scope, page, size): Recorded => [...scope, ['paginate', page, size]])
  }

  /** The resolved scopes, the most recent one last. */
  static readonly resolved: Recorded[] = []

  override baseScope(): Recorded {
    return []
  }

  override async resolve(scope: Recorded): Promise<{ readonly id: string }[]> {
    RecordedResource.resolved.push(scope)
    return [{ id: '1' }]
  }
}

/** The most recently resolved scope. */
export const lastResolved = (): Recorded | undefined => RecordedResource.resolved.at(-1)
