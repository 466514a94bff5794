// The script of the browser test's page: it makes the calls and shows their results as text.
import { createClient } from '@jsonapi-gen/client'
import { schema } from '../../../examples/blog/src/web/schema.gen.js'
import { callsOf } from './calls.js'

declare const document: { readonly body: { textContent: string } }

callsOf(createClient({ baseUrl: '/', schema }), createClient({ baseUrl: '/moved', schema })).then(
  (told) => (document.body.textContent = JSON.stringify(told)),
  (error: unknown) => (document.body.textContent = String(error)),
)
