import fc from 'fast-check'

/** One entry of a to-many relationship. `pick` selects one of the records that exist at that time. */
export interface Entry {
  readonly kind: 'create' | 'update' | 'link' | 'destroy' | 'disassociate' | 'dangling'
  readonly pick: number
  readonly text: string
}

/** A to-many relationship: either the whole set, or entries that each have a method. */
export interface Entries {
  readonly isSet: boolean
  readonly entries: readonly Entry[]
}

/** A change of a to-one relationship. */
export interface One {
  readonly kind:
    | 'create'
    | 'update'
    | 'updateByMethod'
    | 'link'
    | 'null'
    | 'disassociate'
    | 'destroy'
    | 'dangling'
  readonly pick: number
  readonly text: string
}

/** A write. */
export type Command =
  | {
      readonly kind: 'createPost'
      readonly title: string
      readonly author: One | undefined
      readonly comments: Entries | undefined
      readonly tags: Entries | undefined
    }
  | {
      readonly kind: 'updatePost'
      readonly pick: number
      readonly title: string | undefined
      readonly author: One | undefined
      readonly comments: Entries | undefined
      readonly tags: Entries | undefined
    }
  | {
      readonly kind: 'updateComment'
      readonly pick: number
      readonly body: string | undefined
      readonly author: One | undefined
      readonly replies: Entries | undefined
    }
  | {
      readonly kind: 'destroy'
      readonly of: 'posts' | 'comments' | 'tags' | 'authors'
      readonly pick: number
    }

const pick = fc.nat({ max: 30 })
/**
 * The text is occasionally empty, which is invalid. Otherwise, it is from a small pool, so that unique names collide.
 */
const text = fc.oneof(
  { weight: 1, arbitrary: fc.constant('') },
  { weight: 14, arbitrary: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'ü', '🚲') },
)

const entry: fc.Arbitrary<Entry> = fc.record({
  kind: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('create' as const, 'update' as const, 'link' as const) },
    { weight: 2, arbitrary: fc.constantFrom('destroy' as const, 'disassociate' as const) },
    { weight: 1, arbitrary: fc.constantFrom('dangling' as const, 'link' as const, 'create' as const) },
  ),
  pick,
  text,
})
const entries: fc.Arbitrary<Entries> = fc.record({
  isSet: fc.boolean(),
  entries: fc.array(entry, { maxLength: 3 }),
})
const one: fc.Arbitrary<One> = fc.record({
  kind: fc.constantFrom(
    'create',
    'update',
    'updateByMethod',
    'link',
    'link',
    'null',
    'disassociate',
    'destroy',
    'dangling',
  ),
  pick,
  text,
})
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(arbitrary, { nil: undefined })
/** A new post needs an author, so most new posts have a valid one. */
const author: fc.Arbitrary<One | undefined> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('link' as const), pick, text }) },
  { weight: 1, arbitrary: maybe(one) },
)

/** A sequence of valid and invalid writes. */
export const commands: fc.Arbitrary<readonly Command[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('createPost' as const),
      title: text,
      author,
      comments: maybe(entries),
      tags: maybe(entries),
    }),
    fc.record({
      kind: fc.constant('updatePost' as const),
      pick,
      title: maybe(text),
      author: maybe(one),
      comments: maybe(entries),
      tags: maybe(entries),
    }),
    fc.record({
      kind: fc.constant('updateComment' as const),
      pick,
      body: maybe(text),
      author: maybe(one),
      replies: maybe(entries),
    }),
    fc.record({
      kind: fc.constant('destroy' as const),
      of: fc.constantFrom('posts' as const, 'comments' as const, 'tags' as const, 'authors' as const),
      pick,
    }),
  ),
  { minLength: 1, maxLength: 10 },
)
