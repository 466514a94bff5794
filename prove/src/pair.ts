import { type Change, fittingChanges, proposeChanges, withChanges } from './changes.js'
import { diceOf, seedFor } from './dice.js'
import { ProveFault, reasonOf } from './fault.js'
import { memberOf } from './cast.js'
import { leavesOf } from './leaves.js'
import { look, type Sight } from './look.js'
import { columnOf, idOf, type Offer, offersOf } from './offer.js'
import type { Proof } from './proof.js'
import { keyOf, type Row, rowId, type Rows, withoutRows } from './rows.js'
import type { Table, TableLink } from './tables.js'
import type { Value } from './values.js'
import { UnfitRows, type World } from './world.js'

/** Two worlds that differ only in data that a viewer may not see. */
export interface Pair {
  readonly viewer: string
  readonly first: World
  readonly second: World
  readonly offers: ReadonlyMap<string, Offer>
  readonly rows: Rows
  readonly changes: readonly Change[]
  /** The ids that the viewer sees and does not see, by type. */
  readonly seen: ReadonlyMap<string, readonly string[]>
  readonly unseen: ReadonlyMap<string, readonly string[]>
  /** Why the viewer may not see a row; undefined if the viewer may see it. */
  hidden(table: Table, row: Row): Hiding | undefined
  /**
   * Whether the viewer sees the same records in the current second world. Some of the differences alone may reveal a
   * record that all of them together hide.
   */
  isFair(rows: Rows): Promise<boolean>
  /** The number of differences that were omitted, because the viewer would have seen them. */
  readonly leftOut: number
  /** Why the database rejected rows, by model. */
  readonly rejected: ReadonlyMap<string, string>
}

/** The rule that hides a row: `prove.ts`, or the API's own scopes. */
export type Hiding = 'tenant' | 'sees' | 'scopes'

export interface PairOptions {
  readonly viewer: string
  readonly rows: Rows
  readonly seed: number
  readonly known: ReadonlyMap<string, readonly Value[]>
  fresh(): Promise<World>
}

/** The number of attempts at undoing differences that the viewer would see. */
const ATTEMPTS = 12

export async function makePair({ viewer, rows: generated, seed, known, fresh }: PairOptions): Promise<Pair> {
  const first = await fresh()
  const { rows, rejected } = await loadFitting(first, generated)
  const offers = offersOf(first.opened, first.tables)
  const sight = await look(first, viewer, offers, rows)
  const { proof, tables } = first
  // A viewer without locals, such as one whose session is rejected, is left to the API.
  const { judge, own } = await first.localsOf(viewer).then(
    (locals) => ({ judge: judgeOf(proof, locals), own: ownKeys(locals, tenantColumn(proof)) }),
    () => ({ judge: () => undefined, own: new Set<string>() }),
  )
  const ofTable = (table: Table): readonly Offer[] =>
    [...offers.values()].filter((offer) => offer.table?.model === table.model)
  const isListed = (table: Table, row: Row): boolean =>
    ofTable(table).some((offer) => sight.get(offer.type)?.has(idOf(offer, row)))
  const hidden = (table: Table, row: Row): Hiding | undefined => {
    const judged = judge(table, row)
    if (judged !== undefined) return judged
    return ofTable(table).length > 0 && !isListed(table, row) ? 'scopes' : undefined
  }
  const secret = {
    tables,
    rows,
    dice: diceOf(seedFor(seed, 'changes', viewer)),
    known,
    nulls: 2,
    tenant: tenantColumn(proof),
    models: new Set([...offers.values()].flatMap(({ table }) => (table ? [table.model] : []))),
    isHidden: (table: Table, row: Row) => hidden(table, row) !== undefined,
    hiddenColumns: (table: Table, row: Row) => unreadColumns(table, row, ofTable(table), sight, proof),
    isOwn: (column: string, value: Value | undefined) => isKey(column) && own.has(String(value)),
  }
  const all = proposeChanges(secret)
  const isJudged = (table: Table, row: Row): boolean => judge(table, row) !== undefined
  let changes = fittingChanges(all, rows, isJudged)
  const second = await fresh()
  for (let attempt = 0; ; attempt++) {
    // As a last resort, the second world is equal to the first.
    if (attempt > ATTEMPTS) changes = []
    const other = withChanges(rows, changes)
    try {
      await second.load(other)
    } catch (error) {
      if (!(error instanceof UnfitRows) || attempt > ATTEMPTS) throw error
      changes = withoutUnfit(changes, error)
      continue
    }
    const others = await look(second, viewer, offers, other)
    const differing = differingRows(offers, sight, others, rows, other, judge)
    if (differing.length === 0 || changes.length === 0) break
    changes = withoutCauses(changes, differing, attempt)
  }
  const otherRows = withChanges(rows, changes)
  const ids = (isSeen: boolean): ReadonlyMap<string, readonly string[]> =>
    new Map(
      [...offers.values()].map((offer) => {
        const { table } = offer
        if (!table) return [offer.type, [...(isSeen ? (sight.get(offer.type)?.keys() ?? []) : [])]]
        const both = [rows, otherRows].flatMap((each) => each.get(table.model) ?? [])
        const matching = both.filter((row) => (hidden(table, row) === undefined) === isSeen)
        return [offer.type, [...new Set(matching.map((row) => idOf(offer, row)))]]
      }),
    )
  return {
    viewer,
    first,
    second,
    offers,
    rows,
    changes,
    seen: ids(true),
    unseen: ids(false),
    hidden,
    async isFair(others) {
      const seen = await look(second, viewer, offers, others)
      return !differingRows(offers, sight, seen, rows, others, judge).some(({ isOneSided }) => isOneSided)
    },
    leftOut: all.length - changes.length,
    rejected,
  }
}

/** Loads the rows that the database accepts: it may have constraints that the facts do not describe. */
async function loadFitting(
  world: World,
  generated: Rows,
): Promise<{ readonly rows: Rows; readonly rejected: ReadonlyMap<string, string> }> {
  const rejected = new Map<string, string>()
  for (let rows = generated; ;) {
    try {
      await world.load(rows)
      return { rows, rejected }
    } catch (error) {
      if (!(error instanceof UnfitRows)) throw error
      rejected.set(error.table.model, error.message)
      rows = withoutRows(world.tables, rows, error.table, error.rows)
    }
  }
}

/** Omits the differences in rows that the database rejects, or else all in their table. */
function withoutUnfit(changes: readonly Change[], { table, rows }: UnfitRows): readonly Change[] {
  const unfit = new Set(rows.map((row) => keyOf(table, row)))
  const isOfTable = (change: Change): boolean => change.table.model === table.model
  const left = changes.filter((change) => !isOfTable(change) || !unfit.has(keyOf(table, change.row)))
  return left.length < changes.length ? left : changes.filter((change) => !isOfTable(change))
}

/** The keys in a viewer's locals, such as their own id, except the tenant's key. */
const ownKeys = (locals: unknown, tenant: string | undefined): ReadonlySet<string> =>
  new Set(
    [...leavesOf({ viewer: locals })]
      .filter(([name]) => isKey(name) && name !== tenant)
      .flatMap(([, values]) => values.map(String)),
  )

/** Whether a name is the name of a key: `id`, `authorId`, `author_id` or `createdBy`. */
const isKey = (name: string): boolean => /(?:^|_)(?:id|by)$|(?:Id|ID|By)$/.test(name)

type Judge = (table: Table, row: Row) => 'tenant' | 'sees' | undefined

/** The rule in `prove.ts` that hides a row, if any. */
function judgeOf(proof: Proof<unknown>, locals: unknown): Judge {
  const column = tenantColumn(proof)
  const own =
    typeof proof.tenant === 'object'
      ? proof.tenant.of(locals)
      : column === undefined
        ? undefined
        : leafNamed(locals, column)
  return (table, row) => {
    if (column !== undefined && table.columns.some(({ name }) => name === column)) {
      if (own === undefined || own === null || String(row[column]) !== String(own)) return 'tenant'
    }
    const sees = proof.sees?.[table.model]
    return sees && !isSeen(sees, table, row, locals) ? 'sees' : undefined
  }
}

/** The result of "sees" in prove.ts for a row. Throws a ProveFault if it is neither true nor false. */
function isSeen(
  sees: (row: Row, locals: unknown) => unknown,
  { model }: Table,
  row: Row,
  locals: unknown,
): boolean {
  let result: unknown
  try {
    result = sees(row, locals)
  } catch (error) {
    throw new ProveFault(`prove.ts: sees.${model} throws for ${JSON.stringify(row)}: ${reasonOf(error)}`, {
      cause: error,
    })
  }
  if (typeof result === 'boolean') return result
  const what = result instanceof Promise ? 'a promise' : String(result)
  throw new ProveFault(
    `prove.ts: sees.${model} must return true or false. For ${JSON.stringify(row)}, it returns ${what}.`,
  )
}

export const tenantColumn = ({ tenant }: Proof<unknown>): string | undefined =>
  typeof tenant === 'object' ? tenant.column : tenant

/** The member of the locals with that name, at the first or the second level. */
function leafNamed(locals: unknown, name: string): unknown {
  const own = memberOf(locals, name)
  if (own !== undefined || typeof locals !== 'object' || locals === null) return own
  return Object.values(locals)
    .map((member) => memberOf(member, name))
    .find((value) => value !== undefined)
}

/** The columns of attributes that the viewer's document of a record omits, and the columns that `prove.ts` names. */
function unreadColumns(
  table: Table,
  row: Row,
  offers: readonly Offer[],
  sight: Sight,
  proof: Proof<unknown>,
): readonly string[] {
  const read = new Set<string>()
  const unread = new Set<string>()
  for (const offer of offers) {
    const document = sight.get(offer.type)?.get(idOf(offer, row))
    const attributes = memberOf(document, 'attributes')
    for (const name of Object.keys(offer.contract.attributes)) {
      const column = columnOf(offer, name)
      if (column === undefined || !document) continue
      const isRead = memberOf(attributes, name) !== undefined
      ;(isRead ? read : unread).add(column)
    }
  }
  const linked = new Set(table.links.flatMap((link) => link.columns.map(([own]) => own)))
  const named = [...unread, ...(proof.secrets?.[table.model] ?? [])]
  return named.filter((name) => !read.has(name) && !linked.has(name) && !table.key.includes(name))
}

interface Differing {
  readonly table: Table
  readonly row: Row
  /** Whether the viewer sees the record in only one of the worlds. */
  readonly isOneSided: boolean
}

/** The records that differ for the viewer, and that `prove.ts` does not hide. */
function differingRows(
  offers: ReadonlyMap<string, Offer>,
  one: Sight,
  other: Sight,
  rows: Rows,
  others: Rows,
  judge: Judge,
): readonly Differing[] {
  return [...offers.values()].flatMap((offer) => {
    const { table } = offer
    if (!table) return []
    const all = new Map(
      [...(others.get(table.model) ?? []), ...(rows.get(table.model) ?? [])].map((row) => [
        idOf(offer, row),
        row,
      ]),
    )
    return [...all].flatMap(([id, row]): readonly Differing[] => {
      if (judge(table, row) !== undefined) return []
      const [before, after] = [one.get(offer.type)?.get(id), other.get(offer.type)?.get(id)]
      if (!before && !after) return []
      if (!before || !after) return [{ table, row, isOneSided: true }]
      return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ table, row, isOneSided: false }]
    })
  })
}

/**
 * Omits the differences that make records visible or invisible: first those in the records themselves,
 * beginning with the kinds of values that usually hide records, then differences in related records. If only
 * the content of an unchanged record differs, the requests must find it.
 */
function withoutCauses(
  changes: readonly Change[],
  differing: readonly Differing[],
  attempt: number,
): readonly Change[] {
  const direct = new Set(differing.map(({ table, row }) => rowId(table, row)))
  const undecided = changes.filter(
    (change) => !direct.has(rowId(change.table, change.row)) || !isDeciding(change),
  )
  if (undecided.length < changes.length) return undecided
  const left = changes.filter(({ table, row }) => !direct.has(rowId(table, row)))
  if (left.length < changes.length) return left
  const oneSided = differing.filter(({ isOneSided }) => isOneSided)
  if (oneSided.length === 0) return changes
  const beside = changes.filter(
    ({ table, row }) =>
      !oneSided.some((each) => refersTo(table, row, each) || refersTo(each.table, each.row, { table, row })),
  )
  if (beside.length < changes.length) return beside
  return changes.filter((_, index) => index % 2 === attempt % 2)
}

/** Whether a difference is of a kind that often decides who sees a row: a reference, a flag, a state, a time or a null. */
function isDeciding(change: Change): boolean {
  if (change.kind !== 'set') return true
  const { table, row, values } = change
  return Object.entries(values).some(([name, value]) => {
    const column = table.columns.find((each) => each.name === name)
    const isLinked = table.links.some(({ columns }) => columns.some(([own]) => own === name))
    const isOfKind = ['boolean', 'enum', 'date', 'datetime'].includes(column?.type.kind ?? '')
    return isLinked || isOfKind || value === null || row[name] === null
  })
}

const refersTo = (table: Table, row: Row, target: Pick<Differing, 'table' | 'row'>): boolean =>
  table.links.some((link) => link.model === target.table.model && isLinked(link, row, target.row))

const isLinked = ({ columns }: TableLink, row: Row, target: Row): boolean =>
  columns.every(([own, name]) => row[own] !== null && row[own] === target[name])
