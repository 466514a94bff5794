import { Adapter, type Columns } from './adapter.js'
import type { AdapterResource } from './adapter-resource.js'
import { type AdapterFacts, factsOf } from './facts.js'
import type { StoreFault } from './fault.js'
import type { Narrowing } from './narrowing.js'
import type { ScopeMeaning } from './scope-meaning.js'
import type { StatRequest } from './stat-request.js'
import { DONE, type StepResult, type StoreStep } from './store-step.js'
import type { TransactionNeeds } from './transaction/transaction-needs.js'
import type { Window } from './window.js'

/**
 * An adapter without any operations. A Resource that uses this adapter must define the operations that it needs. A call
 * to a missing operation throws an error that names the resource and the operation.
 *
 * A subclass can support `narrow`, `stats`, `write` or `transaction` by overriding the method and declaring this in its
 * facts.
 */
export class NullAdapter extends Adapter {
  #facts: AdapterFacts | undefined

  facts(_resource: AdapterResource): AdapterFacts {
    const own = NullAdapter.prototype
    this.#facts ??= factsOf(this, {
      filter: this.narrow !== own.narrow,
      calculate: this.stats !== own.stats,
      write: this.write !== own.write,
      rollBack: this.transaction !== own.transaction,
    })
    return this.#facts
  }

  all(resource: AdapterResource): unknown {
    return undefinedFor(resource, 'override baseScope()')
  }

  narrow(_scope: unknown, narrowing: Narrowing, resource: AdapterResource): unknown {
    if (narrowing.kind === 'joined') {
      return undefinedFor(
        resource,
        'declare the sideload with its own functions: allowSideload(name, { scope, assign })',
      )
    }
    const name = 'name' in narrowing ? narrowing.name : narrowing.kind
    return undefinedFor(
      resource,
      `pass a function for the filter "${name}": allowFilter('${name}', {}, (scope, value) => …)`,
    )
  }

  arrange(scope: unknown, { kind }: Window, resource: AdapterResource): unknown {
    switch (kind) {
      case 'order':
        return undefinedFor(resource, 'declare how to sort: sort((scope, column, direction) => …)')
      case 'page':
        return undefinedFor(resource, 'declare how to paginate: paginate((scope, page, size) => …)')
      case 'oneMore':
      case 'atMost':
      case 'firstOfEach':
        return scope
    }
  }

  conditionOf(_given: unknown, resource: AdapterResource): ScopeMeaning {
    return {
      kind: 'opaque',
      why: messageFor(resource, 'filters cannot follow relationships to its records'),
    }
  }

  async read(_scope: unknown, _columns: Columns, resource: AdapterResource): Promise<object[]> {
    return undefinedFor(resource, 'override resolve(scope)')
  }

  async stats(
    _scope: unknown,
    requests: readonly StatRequest[],
    resource: AdapterResource,
  ): Promise<unknown[]> {
    const { column = 'total', calculation = 'count' } = requests[0] ?? {}
    return undefinedFor(
      resource,
      `pass a function for the stat: allowStat('${column}', { ${calculation}: (scope) => … })`,
    )
  }

  /**
   * Throws an error for the first step that the resource must define. The steps `hold` and `lock` do nothing.
   */
  async write(steps: readonly StoreStep[]): Promise<readonly StepResult[]> {
    return steps.map((step) => {
      switch (step.kind) {
        case 'insert':
          return undefinedFor(step.resource, 'override create(parameters)')
        case 'update':
          return undefinedFor(step.resource, 'override update(parameters)')
        case 'delete':
          return undefinedFor(step.resource, 'override destroy(id)')
        case 'link':
          return undefinedFor(step.relation.owner, 'override associate(parent, child, name, kind)')
        case 'unlink':
          return undefinedFor(step.relation.owner, 'override disassociate(parent, child, name, kind)')
        case 'hold':
        case 'lock':
        case 'sideEffects':
          return DONE
      }
    })
  }

  transaction<Result>(block: () => Promise<Result>, _needs: TransactionNeeds): Promise<Result> {
    return block()
  }

  faultOf(_error: unknown, _resource?: AdapterResource): StoreFault {
    return { kind: 'none' }
  }

  describe(scope: unknown): unknown {
    return Array.isArray(scope) ? { records: scope.length } : scope
  }
}

const messageFor = ({ type }: AdapterResource, remedy: string): string =>
  `The resource "${type}" uses the Null adapter, which provides no defaults: ${remedy}.`

function undefinedFor(resource: AdapterResource, remedy: string): never {
  throw new Error(messageFor(resource, remedy))
}
