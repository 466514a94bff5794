import type { One } from './commands.js'
import { type Draft, picked } from './draft.js'
import { destroyAuthor, type State } from './state.js'

/** The author of a post or a comment. A change that must be made at the end is added to `last`. */
export function planOne(
  draft: Draft,
  { kind, pick, text }: One,
  current: string | null,
  set: (id: string | null) => void,
  last?: ((state: State) => void)[],
): object | null {
  const picking =
    kind === 'destroy' || kind === 'disassociate' || (kind === 'updateByMethod' && pick % 2 === 0)
  const id =
    kind === 'dangling'
      ? '9999'
      : picking
        ? (current ?? '9999')
        : (picked(draft.before.authors, pick) ?? '9999')
  const isThere = draft.before.authors.has(id)
  const entry = { type: 'authors', id }
  switch (kind) {
    case 'null':
      draft.steps.push(() => set(null))
      return null
    case 'create': {
      const name = draft.create('authors', { name: text, email: `${Math.random()}@example.com` }, text)
      draft.steps.push((state) => {
        state.authors.set(name, { name: text })
        set(name)
      })
      return { type: 'authors', 'temp-id': name, method: 'create' }
    }
    case 'link':
    case 'dangling':
      draft.refuseIf(!isThere)
      draft.steps.push(() => set(id))
      return entry
    case 'update':
    case 'updateByMethod':
      draft.refuseIf(!isThere || text === '' || (kind === 'updateByMethod' && id !== current))
      draft.included.push({ ...entry, attributes: { name: text } })
      draft.steps.push((state) => {
        Object.assign(state.authors.get(id) ?? {}, { name: text })
        set(id)
      })
      return kind === 'update' ? entry : { ...entry, method: 'update' }
    case 'disassociate':
    case 'destroy':
      draft.refuseIf(!isThere || id !== current)
      draft.steps.push(() => set(null))
      if (kind === 'destroy') last?.push((state) => destroyAuthor(state, id))
      return { ...entry, method: kind }
  }
}
