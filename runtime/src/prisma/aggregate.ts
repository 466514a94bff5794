import { memberOf } from '../cast.js'
import type { PrismaDelegate } from './client.js'

/** The aggregates to ask for: Prisma's operation to the fields of it. */
export type Selection = Readonly<Record<string, Readonly<Record<string, true>>>>

/**
 * Runs an aggregate. SQLite gives up where a sum is beyond 64 bits, which no other store does: then the columns that are
 * summed are read, and nothing else of their rows.
 */
export async function aggregate(
  delegate: PrismaDelegate,
  selection: Selection,
  bounds: object,
): Promise<object> {
  try {
    return await delegate.aggregate({ ...selection, ...bounds })
  } catch (error) {
    const { _sum: summed, ...others } = selection
    if (!summed || !isOverflow(error)) throw error
    const rows = await delegate.findMany({ ...bounds, select: summed })
    const sums = Object.keys(summed).map((field) => [field, sumOf(rows, field)])
    const rest = Object.keys(others).length > 0 ? await delegate.aggregate({ ...others, ...bounds }) : {}
    return { ...rest, _sum: Object.fromEntries(sums) }
  }
}

function sumOf(rows: readonly object[], field: string): unknown {
  const values = rows.map((row) => memberOf(row, field)).filter((value) => value !== null)
  const [first, ...others] = values
  if (first === undefined) return null
  if (typeof first === 'bigint') {
    return values.reduce<bigint>((sum, value) => (typeof value === 'bigint' ? sum + value : sum), 0n)
  }
  if (isAddable(first)) return others.reduce<Addable>((sum, value) => sum.plus(value), first)
  return values.reduce<number>((sum, value) => sum + Number(value), 0)
}

/** Prisma's Decimal, as far as it is summed. */
interface Addable {
  plus(other: unknown): Addable
}

const isAddable = (value: unknown): value is Addable =>
  typeof value === 'object' && value !== null && 'plus' in value && typeof value.plus === 'function'

function isOverflow(error: unknown): boolean {
  return error instanceof Error && error.message.includes('integer overflow')
}
