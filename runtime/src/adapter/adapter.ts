import type { AdapterResource } from './adapter-resource.js'
import type { AdapterFacts } from './facts.js'
import type { StoreFault } from './fault.js'
import type { Narrowing } from './narrowing.js'
import type { ScopeMeaning } from './scope-meaning.js'
import type { StatRequest } from './stat-request.js'
import type { StepResult, StoreStep } from './store-step.js'
import type { TransactionNeeds } from './transaction-needs.js'
import type { Window } from './window.js'

/** The columns to read; `all` for whole records. */
export type Columns = readonly string[] | 'all'

/**
 * Reusable Resource configuration for one kind of data store (rule 23.6): how a scope is narrowed, arranged and read, and how
 * records are written. One instance serves a Resource class and its subclasses.
 *
 * It has eleven members, and none of them is optional. What a store can't do, `facts` says, and nobody asks for it then.
 *
 * A scope is immutable: `narrow` and `arrange` return another. Values arrive in the types of the attributes, names are those of
 * columns (rule 22.1), and nothing of a request is a name that the Resource does not declare.
 * `@jsonapi-gen/runtime/testing` has the contract that an adapter of your own can be tested by.
 */
export abstract class Adapter<Scope = unknown> {
  /** What the store can do for a resource, and its limits. It is asked often: an adapter makes it once for each resource. */
  abstract facts(resource: AdapterResource): AdapterFacts
  /** The scope of all records of the resource. */
  abstract all(resource: AdapterResource): Scope
  /** The scope narrowed to what the condition holds for (rules 3.4, 3.5), or to what is joined to parents. */
  abstract narrow(scope: Scope, narrowing: Narrowing<Scope>, resource: AdapterResource): Scope
  /** The scope in another order, or another part of it. */
  abstract arrange(scope: Scope, window: Window, resource: AdapterResource): Scope
  /**
   * What a value is that an application gives as a scope, and what a record must pass to be in it. A filter through a
   * relationship and a policy hold that against records, so that they never see what the scope hides (rules 14.10, 22.3).
   */
  abstract conditionOf(given: unknown, resource: AdapterResource): ScopeMeaning<Scope>
  /** The records of the scope, in its order, each an object of its own: whole, or nothing but some columns of them. */
  abstract read(scope: Scope, columns: Columns, resource: AdapterResource): Promise<object[]>
  /** The built-in stats over the scope, in the order of the requests, in as few queries as the store allows (rule 6.3). */
  abstract stats(
    scope: Scope,
    requests: readonly StatRequest[],
    resource: AdapterResource,
  ): Promise<unknown[]>
  /** Does these steps in their order, and says of each what has come of it. Throws what `faultOf` understands. */
  abstract write(steps: readonly StoreStep[]): Promise<readonly StepResult[]>
  /** Runs the block in one transaction; a throw rolls back and is rethrown (rules 11.5, 11.7). */
  abstract transaction<Result>(block: () => Promise<Result>, needs: TransactionNeeds): Promise<Result>
  /** What an error of the store means; of the kind `none` where it is none of its refusals. */
  abstract faultOf(error: unknown, resource?: AdapterResource): StoreFault
  /** What the query log says of a scope: the arguments that the store gets. */
  abstract describe(scope: Scope): unknown
}
