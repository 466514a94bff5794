import { defineProof, type OpenedApi } from '../../prove/src/index.js'

interface Locals {
  readonly user: { readonly id: number } | undefined
}

declare const opened: OpenedApi<Locals>
declare const withoutLocals: OpenedApi<undefined>
const open = (): OpenedApi<Locals> => opened
const ann = { headers: { authorization: 'Bearer ann' } }

export const byLocals = defineProof<Locals>({ viewers: { guest: { user: undefined } }, open })
export const byHeaders = defineProof<Locals>({
  viewers: { guest: { headers: {} }, ann },
  localsOf: ({ headers }) => ({ user: headers.has('authorization') ? { id: 1 } : undefined }),
  sees: { Post: ({ ownerId }, { user }) => ownerId === user?.id },
  open,
})
export const onlyHeaders = defineProof<undefined>({
  viewers: { ann },
  localsOf: () => undefined,
  open: () => withoutLocals,
})

const visitor = { user: undefined }
const one = (): { readonly name: string } => ({ name: 'ann' })
const wrong = { ann: { headers: { id: 1 } } }

export const refused = [
  // @ts-expect-error without localsOf, headers are not locals
  defineProof<Locals>({ viewers: { ann }, open }),
  // @ts-expect-error with localsOf, locals are not headers
  defineProof<Locals>({ viewers: { visitor }, localsOf: () => visitor, open }),
  // @ts-expect-error localsOf returns the locals of the API
  defineProof<Locals>({ viewers: { ann }, localsOf: one, open }),
  // @ts-expect-error the value of a header is a string
  defineProof<Locals>({ viewers: wrong, localsOf: () => visitor, open }),
]
