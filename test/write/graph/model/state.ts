/**
 * A blog in memory, as simple as possible: the expected content of the store. Ids are strings. `new:…` represents an id
 * that is not yet known.
 */
export interface State {
  authors: Map<string, { name: string }>
  posts: Map<string, { title: string; authorId: string; tags: Set<string> }>
  comments: Map<string, { body: string; postId: string; authorId: string | null; parentId: string | null }>
  tags: Map<string, { name: string }>
}

/** A fault in a write, which rejects the whole write. */
export class Refused extends Error {}

/** A copy of a state to change, so that the original remains if the change is rejected. */
export function copyOf(state: State): State {
  const copied = <Value extends object>(of: Map<string, Value>): Map<string, Value> =>
    new Map([...of].map(([id, value]) => [id, { ...value }]))
  const posts = new Map([...state.posts].map(([id, post]) => [id, { ...post, tags: new Set(post.tags) }]))
  return { authors: copied(state.authors), posts, comments: copied(state.comments), tags: copied(state.tags) }
}

/** Destroys a post and its comments, as the store does. */
export function destroyPost(state: State, id: string): void {
  for (const [comment, { postId }] of state.comments) if (postId === id) destroyComment(state, comment)
  state.posts.delete(id)
}

/** Destroys a comment. Its replies remain, without a parent. */
export function destroyComment(state: State, id: string): void {
  state.comments.delete(id)
  for (const comment of state.comments.values()) if (comment.parentId === id) comment.parentId = null
}

/** Destroys a tag, and its joins. */
export function destroyTag(state: State, id: string): void {
  state.tags.delete(id)
  for (const { tags } of state.posts.values()) tags.delete(id)
}

/** Destroys an author, unless posts need the author. The author's comments remain without an author. */
export function destroyAuthor(state: State, id: string): void {
  if ([...state.posts.values()].some(({ authorId }) => authorId === id)) throw new Refused()
  state.authors.delete(id)
  for (const comment of state.comments.values()) if (comment.authorId === id) comment.authorId = null
}

/** Replaces the temp-ids of created records with the ids in the response. */
export function named(state: State, ids: ReadonlyMap<string, string>): State {
  const id = (of: string): string => ids.get(of) ?? of
  const or = (of: string | null): string | null => (of === null ? null : id(of))
  return {
    authors: new Map([...state.authors].map(([key, author]) => [id(key), author])),
    posts: new Map(
      [...state.posts].map(([key, { title, authorId, tags }]) => [
        id(key),
        { title, authorId: id(authorId), tags: new Set([...tags].map(id)) },
      ]),
    ),
    comments: new Map(
      [...state.comments].map(([key, { body, postId, authorId, parentId }]) => [
        id(key),
        { body, postId: id(postId), authorId: or(authorId), parentId: or(parentId) },
      ]),
    ),
    tags: new Map([...state.tags].map(([key, tag]) => [id(key), tag])),
  }
}

/** The state as plain rows, in a stable order, for comparisons. */
export function rowsOf(state: State): object {
  const sorted = <Value>(of: Map<string, Value>): readonly (readonly [string, Value])[] =>
    [...of].toSorted(([a], [b]) => Number(a) - Number(b))
  return {
    authors: sorted(state.authors),
    posts: sorted(state.posts).map(([id, post]) => [id, { ...post, tags: [...post.tags].toSorted() }]),
    comments: sorted(state.comments),
    tags: sorted(state.tags),
  }
}
