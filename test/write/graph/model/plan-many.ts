import type { Entries } from './commands.js'
import { type Draft, picked } from './draft.js'
import { destroyComment, destroyTag, Refused, type State } from './state.js'

/** The comments of a post, each of which needs a post, or the replies to a comment. */
export function planComments(
  draft: Draft,
  { isSet, entries }: Entries,
  key: 'postId' | 'parentId',
  owner: string,
  members: ReadonlySet<string>,
): readonly object[] {
  const kept: string[] = []
  const steps: ((state: State) => void)[] = []
  const data = entries.flatMap(({ kind, pick, text }): readonly object[] => {
    if (kind === 'create') {
      // Like any comment, a reply needs a post.
      const [postId] = draft.before.posts.keys()
      if (key === 'parentId' && postId === undefined) return []
      const extra = key === 'parentId' ? { post: { data: { type: 'posts', id: postId } } } : undefined
      const name = draft.create('comments', { body: text }, text, extra)
      steps.push((state) => {
        const own = { body: text, postId: postId ?? '', authorId: null, parentId: null }
        state.comments.set(name, { ...own, [key]: owner })
      })
      return [{ type: 'comments', 'temp-id': name, ...(!isSet && { method: 'create' }) }]
    }
    const id = kind === 'dangling' ? '9999' : picked(draft.before.comments, pick)
    if (id === undefined || draft.used.has(id)) return []
    draft.used.add(id)
    kept.push(id)
    const needsMember = !isSet && (kind === 'update' || kind === 'destroy' || kind === 'disassociate')
    draft.refuseIf(
      !draft.before.comments.has(id) ||
        (needsMember && !members.has(id)) ||
        (kind === 'update' && text === ''),
    )
    if (kind === 'update') draft.included.push({ type: 'comments', id, attributes: { body: text } })
    steps.push((state) => {
      if (kind === 'destroy' && !isSet) return destroyComment(state, id)
      const isUnlinked = kind === 'disassociate' && !isSet
      if (isUnlinked && key === 'postId') throw new Refused()
      Object.assign(state.comments.get(id) ?? {}, {
        [key]: isUnlinked ? null : owner,
        ...(kind === 'update' && { body: text }),
      })
    })
    return [
      {
        type: 'comments',
        id,
        ...(!isSet && { method: kind === 'link' || kind === 'dangling' ? 'update' : kind }),
      },
    ]
  })
  // An empty list is the whole set, because none of its entries has a method.
  if (isSet || data.length === 0) {
    draft.steps.push((state) => {
      for (const id of members) {
        if (kept.includes(id)) continue
        if (key === 'postId') throw new Refused()
        Object.assign(state.comments.get(id) ?? {}, { parentId: null })
      }
    })
  }
  draft.steps.push(...steps)
  return data
}

/** The tags of a post. */
export function planTags(
  draft: Draft,
  { isSet, entries }: Entries,
  post: string,
  members: ReadonlySet<string>,
): readonly object[] {
  const kept: string[] = []
  const steps: ((state: State) => void)[] = []
  const data = entries.flatMap(({ kind, pick, text }): readonly object[] => {
    if (kind === 'create') {
      const name = draft.create('tags', { name: text }, text)
      steps.push((state) => {
        takeName(state, text)
        state.tags.set(name, { name: text })
        state.posts.get(post)?.tags.add(name)
      })
      return [{ type: 'tags', 'temp-id': name, ...(!isSet && { method: 'create' }) }]
    }
    const id = kind === 'dangling' ? '9999' : picked(draft.before.tags, pick)
    if (id === undefined || kept.includes(id)) return []
    kept.push(id)
    const needsMember = !isSet && (kind === 'update' || kind === 'destroy' || kind === 'disassociate')
    draft.refuseIf(
      !draft.before.tags.has(id) || (needsMember && !members.has(id)) || (kind === 'update' && text === ''),
    )
    if (kind === 'update') draft.included.push({ type: 'tags', id, attributes: { name: text } })
    steps.push((state) => {
      const own = state.posts.get(post)?.tags
      if (kind === 'destroy' && !isSet) return destroyTag(state, id)
      if (kind === 'disassociate' && !isSet) return void own?.delete(id)
      if (kind === 'update') {
        takeName(state, text, id)
        Object.assign(state.tags.get(id) ?? {}, { name: text })
      }
      own?.add(id)
    })
    return [
      {
        type: 'tags',
        id,
        ...(!isSet && { method: kind === 'link' || kind === 'dangling' ? 'update' : kind }),
      },
    ]
  })
  if (isSet || data.length === 0) {
    draft.steps.push((state) => {
      for (const id of members) if (!kept.includes(id)) state.posts.get(post)?.tags.delete(id)
    })
  }
  draft.steps.push(...steps)
  return data
}

/** Tag names are unique, which the store checks when it writes. */
function takeName(state: State, name: string, of?: string): void {
  for (const [id, tag] of state.tags) if (id !== of && tag.name === name) throw new Refused()
}
