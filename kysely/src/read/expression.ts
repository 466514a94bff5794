import { type Column, modelOf, ScopeFault } from '@jsonapi-gen/runtime/adapter'
import type { Place, Store } from '@jsonapi-gen/runtime/sql'
import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  IdentifierNode,
  type OperationNode,
  OperatorNode,
  ParensNode,
  PrimitiveValueListNode,
  RawNode,
  ReferenceNode,
  SelectQueryNode,
  TableNode,
  TupleNode,
  UnaryOperationNode,
  ValueListNode,
  ValueNode,
} from 'kysely'
import { membersOf, nodeOf } from '../store/cast.js'
import type { ScopeValue } from '../scope/scope-values.js'
import { statementOf } from '../store/statement.js'
import { givenSql, storedColumn } from './given.js'

/** An expression from the application, at a place in a statement. */
export interface PlacedExpression {
  readonly node: OperationNode
  /**
   * Whether it contains raw SQL or a subquery, whose column names could be confused with column names of
   * other tables.
   */
  readonly isOpaque: boolean
}

/** A table that the names in an expression may refer to. */
interface KnownTable {
  readonly name: string
  readonly schema: string | undefined
  readonly model: string | undefined
  /** The table's alias in the statement, if there is one. */
  readonly alias?: string
}

/**
 * An application's expression at a place in a statement: its columns refer to the place, and each value has the form
 * that its column stores.
 *
 * Throws ScopeFault if a value does not fit its column or the database.
 */
export function placedExpression(store: Store, node: OperationNode, place: Place): PlacedExpression {
  const { name, schema } = modelOf(store.datamodel, place.model).table
  const placing = new Placing(store)
  const tables = [[{ name, schema, model: place.model, alias: place.alias }]]
  const placed = placing.place(node, tables)
  return { node: placed, isOpaque: placing.isOpaque }
}

/** The tables that names may refer to, with the tables of the innermost query first. */
type Tables = readonly (readonly KnownTable[])[]

/** The columns that values are compared with: several for a tuple. */
type Compared = readonly (Column | undefined)[]

/** The state of one pass over an expression. */
class Placing {
  isOpaque = false
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  place(node: OperationNode, tables: Tables): OperationNode {
    if (ReferenceNode.is(node)) return this.#reference(node, tables)
    if (ValueNode.is(node) || PrimitiveValueListNode.is(node)) return this.#values(node, [], tables)
    if (BinaryOperationNode.is(node)) return this.#comparison(node, tables)
    if (UnaryOperationNode.is(node)) return this.#operation(node, tables)
    if (RawNode.is(node)) return this.#raw(node, tables)
    if (SelectQueryNode.is(node)) {
      this.isOpaque = true
      return this.#members(node, [this.#tablesOf(node), ...tables])
    }
    return this.#members(node, tables)
  }

  #members(node: OperationNode, tables: Tables): OperationNode {
    const entries = Object.entries(membersOf(node)).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? Object.freeze(value.map((one: unknown) => (isNode(one) ? this.place(one, tables) : one)))
        : isNode(value)
          ? this.place(value, tables)
          : value,
    ])
    return nodeOf(Object.fromEntries(entries))
  }

  /** A column, qualified by the name of its table in the statement. */
  #reference(node: ReferenceNode, tables: Tables): OperationNode {
    const table = this.#tableOf(node, tables)
    if (table?.alias === undefined || !ColumnNode.is(node.column)) return node
    return ReferenceNode.create(node.column, TableNode.create(table.alias))
  }

  #tableOf({ column, table: named }: ReferenceNode, tables: Tables): KnownTable | undefined {
    if (named) {
      const { schema, identifier } = named.table
      return tables
        .flat()
        .find(
          (table) =>
            table.name === identifier.name && (!schema || (table.schema ?? schema.name) === schema.name),
        )
    }
    if (!ColumnNode.is(column)) return undefined
    for (const query of tables) {
      for (const table of query) {
        // A subquery in the application may have columns that the facts do not list.
        if (table.model === undefined) return undefined
        // The last table is the scope's.
        if (table.alias !== undefined || this.#columnIn(table.model, column.column.name)) return table
      }
    }
    return undefined
  }

  #columnIn(model: string, name: string): Column | undefined {
    return storedColumn(this.#store.datamodel, model, name)
  }

  /** Values on one side of a comparison have the form of the columns on the other side. */
  #comparison(node: BinaryOperationNode, tables: Tables): OperationNode {
    const { leftOperand, operator, rightOperand } = node
    const isCompared = OperatorNode.is(operator) && COMPARING.has(operator.operator)
    const side = (own: OperationNode, other: OperationNode): OperationNode =>
      this.#values(own, isCompared ? this.#columnsOf(other, tables) : [], tables)
    return BinaryOperationNode.create(
      side(leftOperand, rightOperand),
      this.place(operator, tables),
      side(rightOperand, leftOperand),
    )
  }

  #columnsOf(node: OperationNode, tables: Tables): Compared {
    if (ParensNode.is(node)) return this.#columnsOf(node.node, tables)
    if (TupleNode.is(node)) return node.values.flatMap((one) => this.#columnsOf(one, tables).slice(0, 1))
    if (ReferenceNode.is(node)) return [this.#columnOf(node, tables)]
    return [this.#timestampIn(node, tables)]
  }

  #columnOf(node: ReferenceNode, tables: Tables): Column | undefined {
    const model = this.#tableOf(node, tables)?.model
    return model === undefined || !ColumnNode.is(node.column)
      ? undefined
      : this.#columnIn(model, node.column.column.name)
  }

  /** MySQL returns a timestamp in the session's time zone, so its Dates differ from those of a datetime. */
  #timestampIn(node: OperationNode, tables: Tables): Column | undefined {
    if (this.#store.provider !== 'mysql') return undefined
    const moments = referencesIn(node)
      .map((reference) => this.#columnOf(reference, tables))
      .filter((column) => column?.type.kind === 'datetime')
    return moments.every((column) => column?.native?.name === 'Timestamp') ? moments[0] : undefined
  }

  /** Converts one side of a comparison: its values and its other nodes. */
  #values(node: OperationNode, columns: Compared, tables: Tables): OperationNode {
    if (ValueNode.is(node)) return this.#value(node, columns[0])
    if (PrimitiveValueListNode.is(node)) {
      return ValueListNode.create(
        node.values.map((value) => this.#value(ValueNode.create(value), columns[0])),
      )
    }
    const within = (one: OperationNode): OperationNode => this.#values(one, columns, tables)
    if (ValueListNode.is(node)) return ValueListNode.create(node.values.map(within))
    if (ParensNode.is(node)) return ParensNode.create(within(node.node))
    if (TupleNode.is(node)) {
      return TupleNode.create(
        node.values.map((value, index) => this.#values(value, [columns[index]], tables)),
      )
    }
    // The two values of BETWEEN.
    if (AndNode.is(node)) return AndNode.create(within(node.left), within(node.right))
    return this.place(node, tables)
  }

  #value(node: ValueNode, column: Column | undefined): OperationNode {
    const { provider } = this.#store
    if (node.immediate) return immediateNode(provider, node)
    if (node.value === null) return node
    if (isList(node.value)) {
      if (provider !== 'postgresql') throw new ScopeFault('Only PostgreSQL accepts a list as one parameter.')
      return ValueNode.create(node.value.map((one) => (one instanceof Date ? one.toISOString() : one)))
    }
    return isScopeValue(node.value)
      ? statementOf(givenSql(provider, column, node.value)).toOperationNode()
      : node
  }

  /** In some MySQL modes, NOT binds more tightly than a comparison. */
  #operation(node: UnaryOperationNode, tables: Tables): OperationNode {
    const { operator, operand } = node
    const isNot = OperatorNode.is(operator) && operator.operator === 'not'
    const placed = this.place(operand, tables)
    return UnaryOperationNode.create(
      operator,
      isNot && BinaryOperationNode.is(placed) ? ParensNode.create(placed) : placed,
    )
  }

  #raw(node: RawNode, tables: Tables): OperationNode {
    if (node.sqlFragments.some((text) => text.trim() !== '')) this.isOpaque = true
    const column = this.#timestampIn(node, tables)
    return RawNode.create(
      node.sqlFragments,
      node.parameters.map((one, index) => {
        // A name after a dot is already qualified.
        if (/\.\s*$/.test(node.sqlFragments[index] ?? '')) return one
        return ValueNode.is(one) ? this.#value(one, column) : this.place(one, tables)
      }),
    )
  }

  #tablesOf({ from, joins = [] }: SelectQueryNode): readonly KnownTable[] {
    return [...(from?.froms ?? []), ...joins.map(({ table }) => table)].map((node) => this.#known(node))
  }

  #known(node: OperationNode): KnownTable {
    if (AliasNode.is(node)) {
      const known = this.#known(node.node)
      return { ...known, name: IdentifierNode.is(node.alias) ? node.alias.name : '', schema: undefined }
    }
    if (!TableNode.is(node)) return { name: '', schema: undefined, model: undefined }
    const { identifier, schema } = node.table
    const model = [...this.#store.datamodel.models.values()].find(
      ({ table }) => table.name === identifier.name && (!schema || table.schema === schema.name),
    )
    return { name: identifier.name, schema: schema?.name, model: model?.name }
  }
}

/** The operators whose sides have values of the same type. */
const COMPARING: ReadonlySet<string> = new Set([
  '=',
  '==',
  '!=',
  '<>',
  '>',
  '>=',
  '<',
  '<=',
  '<=>',
  'in',
  'not in',
  'is',
  'is not',
  'is distinct from',
  'is not distinct from',
  'between',
  'between symmetric',
])

/**
 * A literal that the application requested. On PostgreSQL, the meaning of a backslash would depend on a session
 * setting.
 */
function immediateNode(provider: string, node: ValueNode): OperationNode {
  const { value } = node
  if (provider !== 'postgresql' || typeof value !== 'string' || !value.includes('\\')) return node
  return RawNode.createWithSql(` E'${value.replaceAll(/[\\']/g, (one) => one + one)}'`)
}

const isNode = (value: unknown): value is OperationNode =>
  typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string'

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

const isScopeValue = (value: unknown): value is ScopeValue => value !== null && value !== undefined

/** The columns that a node names, except those in subqueries. */
function referencesIn(node: unknown): readonly ReferenceNode[] {
  if (Array.isArray(node)) return node.flatMap(referencesIn)
  if (!isNode(node) || SelectQueryNode.is(node)) return []
  return ReferenceNode.is(node) ? [node] : Object.values(node).flatMap(referencesIn)
}
