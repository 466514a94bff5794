// The logins of the explorer, and code that must not compile. Checked by `npm run typecheck`.
import { explorer, type ExplorerLogin } from '@jsonapi-gen/explorer'

explorer({ login: { by: 'header', name: 'Authorization', example: 'Bearer …' } })
explorer({ login: { by: 'link', href: '/auth/signin', viewer: '/me' } })
explorer({
  login: {
    by: 'form',
    post: '/session',
    fields: { email: 'email', password: 'password', organisation: ['acme', 'umbrella'] },
    people: { Ada: { email: 'ada@acme.example', password: 'secret', organisation: 'acme' } },
    logout: { method: 'DELETE', path: '/session' },
  },
})

// @ts-expect-error there is no such login
export const unknown: ExplorerLogin = { by: 'magic' }

// @ts-expect-error a form posts to a path
export const form: ExplorerLogin = { by: 'form', fields: { email: 'email' } }

// @ts-expect-error a link has no fields
export const link: ExplorerLogin = { by: 'link', href: '/auth', fields: { email: 'email' } }

// @ts-expect-error a header has a name
export const header: ExplorerLogin = { by: 'header', example: 'Bearer …' }

// @ts-expect-error the form posts to the page's own host
export const elsewhere: ExplorerLogin = { by: 'form', post: 'https://other.example', fields: {} }

// @ts-expect-error there is no such kind of input
explorer({ login: { by: 'form', post: '/session', fields: { born: 'date' } } })

explorer({
  login: {
    by: 'form',
    post: '/session',
    fields: { email: 'email', password: 'password' },
    // @ts-expect-error a person has a value for every field
    people: { Ada: { email: 'ada@acme.example' } },
  },
})

explorer({
  login: {
    by: 'form',
    post: '/session',
    fields: { email: 'email' },
    // @ts-expect-error the form has no such field
    people: { Ada: { email: 'ada@acme.example', pin: '1' } },
  },
})
