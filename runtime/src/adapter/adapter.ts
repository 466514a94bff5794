import type { AdapterResource } from './adapter-resource.js'
import type { AdapterFacts } from './facts.js'
import type { StoreFault } from './fault.js'
import type { Narrowing } from './narrowing.js'
import type { ScopeMeaning } from './scope-meaning.js'
import type { StatRequest } from './stat-request.js'
import type { StepResult, StoreStep } from './store-step.js'
import type { TransactionNeeds } from './transaction/transaction-needs.js'
import type { Window } from './window.js'

/** The columns to read; `all` for whole records. */
export type Columns = readonly string[] | 'all'

/**
 * A reusable Resource configuration for one kind of data store. It defines how to narrow, arrange and read scopes, and
 * how to write records. One instance can serve a Resource class and all of its subclasses.
 *
 * All eleven members are required. `facts` declares what the store supports, and the runtime uses only that.
 *
 * A scope is immutable, so `narrow` and `arrange` return a new one. Values have the types of the attributes, and names
 * are column names. A name never comes from a request unless the Resource declares it. `@jsonapi-gen/runtime/testing`
 * has a contract suite for your own adapter.
 */
export abstract class Adapter<Scope = unknown> {
  /**
   * Returns the store's capabilities and limits for a resource. The runtime calls this method often, so an adapter
   * should compute the facts once for each resource.
   */
  abstract facts(resource: AdapterResource): AdapterFacts
  /** Returns the scope of all records of the resource. */
  abstract all(resource: AdapterResource): Scope
  /** Returns the scope with a further condition, or limited to the records that are joined to the given parents. */
  abstract narrow(scope: Scope, narrowing: Narrowing<Scope>, resource: AdapterResource): Scope
  /** Returns the scope with a different order or a different range of records. */
  abstract arrange(scope: Scope, window: Window, resource: AdapterResource): Scope
  /**
   * Interprets a value that the application returned as a scope, and returns the condition that a record must meet to
   * be in the scope. Policies and filters through relationships check records against that condition, so they never
   * match records that the scope hides.
   */
  abstract conditionOf(given: unknown, resource: AdapterResource): ScopeMeaning<Scope>
  /** Reads the records in the scope, in order, as separate objects: whole records, or only the given columns. */
  abstract read(scope: Scope, columns: Columns, resource: AdapterResource): Promise<object[]>
  /** Computes built-in stats over the scope, in the order requested, with as few queries as the store allows. */
  abstract stats(
    scope: Scope,
    requests: readonly StatRequest[],
    resource: AdapterResource,
  ): Promise<unknown[]>
  /** Runs the steps in order, and returns their results. Throws errors that `faultOf` understands. */
  abstract write(steps: readonly StoreStep[]): Promise<readonly StepResult[]>
  /**
   * Runs the block in one transaction. If the block throws, the transaction is rolled back, and the error is rethrown.
   */
  abstract transaction<Result>(block: () => Promise<Result>, needs: TransactionNeeds): Promise<Result>
  /** Interprets a store error. The kind is `none` if the store did not reject anything. */
  abstract faultOf(error: unknown, resource?: AdapterResource): StoreFault
  /** Describes a scope for the query log, as the arguments that the store receives. */
  abstract describe(scope: Scope): unknown
}
