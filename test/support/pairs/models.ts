/** A model with two-column keys, and its relations: see scripts/lib/pairs.js. */
interface PairedModel {
  /** The relations that a foreign key implements: `author` for authorHigh and authorLow. */
  readonly belongsTo: readonly string[]
  /** The target model of each relation. */
  readonly relations: Readonly<Record<string, string>>
  /** The relations over a join model, and the join's relation to the other side. */
  readonly joined: Readonly<Record<string, string>>
}

const model = (
  belongsTo: readonly string[],
  relations: Readonly<Record<string, string>>,
  joined: Readonly<Record<string, string>> = {},
): PairedModel => ({ belongsTo, relations, joined })

export const PAIRED: ReadonlyMap<string, PairedModel> = new Map([
  ['Author', model([], { profile: 'Profile', posts: 'Post', comments: 'Comment' })],
  ['Profile', model(['author'], { author: 'Author' })],
  ['Post', model(['author'], { author: 'Author', comments: 'Comment', tags: 'Tag' }, { tags: 'tag' })],
  [
    'Comment',
    model(['post', 'author', 'parent'], {
      post: 'Post',
      author: 'Author',
      parent: 'Comment',
      replies: 'Comment',
    }),
  ],
  ['Tag', model([], { posts: 'Post' }, { posts: 'post' })],
  ['User', model([], { memberships: 'Membership' })],
  ['Team', model([], { memberships: 'Membership' })],
  ['Membership', model(['user', 'team'], { user: 'User', team: 'Team' })],
  ['Node', model(['parent'], { parent: 'Node', children: 'Node' })],
])

/** The columns of the pair for a number. */
export const pairOf = (column: string, number: number | null): Record<string, number | null> => ({
  [`${column}High`]: number === null ? null : Math.floor(number / 2),
  [`${column}Low`]: number === null ? null : number % 2,
})

/** The number of a record with any kind of key. */
export const numberOf = (record: unknown): unknown => inNumbers(Object(record))['id']

/** The number of an id that is a pair. Any other id is unchanged. */
export function numberOfId(id: unknown): unknown {
  const [, high, low] = /^(\d+)~([01])$/.exec(String(id)) ?? []
  return high === undefined ? id : Number(high) * 2 + Number(low)
}

/** A row, or the parameters of an operation, with numbers instead of pairs. */
export function inNumbers(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(row).flatMap(([name, value]) => {
    if ((name === 'number' && 'idHigh' in row) || name.endsWith('Low')) return []
    const column = name.endsWith('High') ? name.slice(0, -'High'.length) : undefined
    if (column === undefined) return [[name, value]]
    const low = row[`${column}Low`]
    const number = value === null ? null : Number(value) * 2 + Number(low)
    return [[column === 'id' ? 'id' : `${column}Id`, number]]
  })
  return Object.fromEntries(entries)
}
