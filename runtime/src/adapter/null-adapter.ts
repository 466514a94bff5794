import { markDefault } from './overridden.js'
import type { KeyValues } from '../value/key.js'
import type { Condition } from './condition.js'
import { Adapter, type AdapterResource, type Association, type Join } from './adapter.js'

/**
 * The adapter without defaults (rule 23.6): a Resource on it defines what it uses. Whatever it does not define is
 * an error that names the resource and what to define, never a silent no-op.
 */
export class NullAdapter extends Adapter {
  readonly groups: boolean = false
  readonly readsKeys: boolean = false

  get inTransaction(): boolean {
    return false
  }

  baseScope(resource: AdapterResource): unknown {
    return undefinedFor(resource, 'override baseScope()')
  }

  filter(
    _scope: unknown,
    condition: { readonly kind: string; readonly name?: string },
    resource: AdapterResource,
  ): unknown {
    const name = condition.name ?? condition.kind
    return undefinedFor(
      resource,
      `give the filter "${name}" a function: allowFilter('${name}', {}, (scope, value) => …)`,
    )
  }

  condition(_scope: unknown, resource: AdapterResource): Condition {
    return undefinedFor(resource, 'its records can not be filtered by through a relationship')
  }

  order(_scope: unknown, _order: unknown, resource: AdapterResource): unknown {
    return undefinedFor(resource, 'declare how to sort: sort((scope, column, direction) => …)')
  }

  paginate(_scope: unknown, _page: number, _size: number, resource: AdapterResource): unknown {
    return undefinedFor(resource, 'declare how to paginate: paginate((scope, page, size) => …)')
  }

  withOneMore(_scope: unknown): unknown {
    return undefined
  }

  async resolve(_scope: unknown, resource: AdapterResource): Promise<object[]> {
    return undefinedFor(resource, 'override resolve(scope)')
  }

  async stats(
    _scope: unknown,
    requests: readonly { readonly column: string; readonly calculation: string }[],
    resource: AdapterResource,
  ): Promise<unknown[]> {
    const { column = 'total', calculation = 'count' } = requests[0] ?? {}
    return undefinedFor(
      resource,
      `give the stat a function: allowStat('${column}', { ${calculation}: (scope) => … })`,
    )
  }

  joined(_scope: unknown, _join: unknown, _parents: unknown, resource: AdapterResource): unknown {
    return undefinedFor(
      resource,
      'declare the sideload with functions of its own: allowSideload(name, { scope, assign })',
    )
  }

  parentsOf(_child: object, _join: Join): readonly KeyValues[] {
    return []
  }

  async keys(_scope: unknown, _attributes: unknown, resource: AdapterResource): Promise<object[]> {
    return undefinedFor(resource, 'override resolve(scope)')
  }

  describe(scope: unknown): unknown {
    return Array.isArray(scope) ? { records: scope.length } : scope
  }

  async create(_parameters: unknown, resource: AdapterResource): Promise<object> {
    return undefinedFor(resource, 'override create(parameters)')
  }

  async update(_parameters: unknown, resource: AdapterResource): Promise<object> {
    return undefinedFor(resource, 'override update(parameters)')
  }

  async destroy(_key: unknown, resource: AdapterResource): Promise<object> {
    return undefinedFor(resource, 'override destroy(id)')
  }

  associate(_parent: object, _child: object, _association: Association): void {
    throw new Error(
      'The Null adapter associates nothing: override associate(parent, child, name, kind) in the resource.',
    )
  }

  disassociate(_parent: object, _child: object, _association: Association): void {
    throw new Error(
      'The Null adapter disassociates nothing: override disassociate(parent, child, name, kind) in the resource.',
    )
  }

  transaction<Result>(block: () => Promise<Result>): Promise<Result> {
    return block()
  }
}

const { create, update, destroy, filter, stats, associate, disassociate } = NullAdapter.prototype
for (const operation of [create, update, destroy, filter, stats, associate, disassociate]) {
  markDefault(operation)
}

function undefinedFor(resource: AdapterResource, remedy: string): never {
  throw new Error(`The resource "${resource.type}" is on the Null adapter, which has no defaults: ${remedy}.`)
}
