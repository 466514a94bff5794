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
 * Reusable Resource configuration for one kind of data store: how a scope is narrowed, arranged and read, and how
 * records are written. One instance can serve a Resource class and all of its subclasses.
 *
 * It has eleven members, and all of them are required. `facts` says what the store supports; the runtime uses nothing
 * else.
 *
 * A scope is immutable: `narrow` and `arrange` return a new one. Values have the types of the attributes, and names are
 * column names. No name comes from a request unless the Resource declares it. `@jsonapi-gen/runtime/testing` has a
 * contract suite for your own adapter.
 */
export abstract class Adapter<Scope = unknown> {
  /**
   * What the store can do for a resource, and its limits. The runtime asks often, so an adapter should compute it once
   * for each resource.
   */
  abstract facts(resource: AdapterResource): AdapterFacts
  /** The scope of all records of the resource. */
  abstract all(resource: AdapterResource): Scope
  /** Returns the scope with a further condition, or limited to the records that are joined to some parents. */
  abstract narrow(scope: Scope, narrowing: Narrowing<Scope>, resource: AdapterResource): Scope
  /** Returns the scope with a different order or a different range of records. */
  abstract arrange(scope: Scope, window: Window, resource: AdapterResource): Scope
  /**
   * Interprets a value that the application returned as a scope, and says which condition a record must meet to be in
   * it. Filters through relationships and policies check records against that condition, so that they never match
   * records that the scope hides.
   */
  abstract conditionOf(given: unknown, resource: AdapterResource): ScopeMeaning<Scope>
  /** Reads the records of the scope, in its order, each as a separate object: whole records, or only the given columns. */
  abstract read(scope: Scope, columns: Columns, resource: AdapterResource): Promise<object[]>
  /** Computes built-in stats over the scope, in the order of the requests, in as few queries as the store allows. */
  abstract stats(
    scope: Scope,
    requests: readonly StatRequest[],
    resource: AdapterResource,
  ): Promise<unknown[]>
  /** Runs the steps in order, and returns their results. Throws errors that `faultOf` understands. */
  abstract write(steps: readonly StoreStep[]): Promise<readonly StepResult[]>
  /** Runs the block in one transaction; a throw rolls back and is rethrown. */
  abstract transaction<Result>(block: () => Promise<Result>, needs: TransactionNeeds): Promise<Result>
  /** Interprets an error of the store; the kind is `none` if the store did not reject anything. */
  abstract faultOf(error: unknown, resource?: AdapterResource): StoreFault
  /** Describes a scope for the query log: the arguments that the store receives. */
  abstract describe(scope: Scope): unknown
}
