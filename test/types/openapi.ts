// Changes to the OpenAPI document: `with` makes them, but a spread would lose the methods that build the document.
// Checked by `npm run typecheck`.
import { type OpenApi, type OpenApiDocument, withSecurity } from '@jsonapi-gen/openapi'
import type { ApiOptions } from '@jsonapi-gen/runtime'
import { openapi } from '../../examples/blog/src/api/generated/openapi.gen.js'

export const titled: OpenApi = openapi.with((document) => ({
  ...document,
  info: { ...document.info, title: 'The blog' },
}))
export const secured: OpenApi = titled.with((document) =>
  withSecurity(document, { token: { type: 'http', scheme: 'bearer' } }),
)
export const paths: Promise<OpenApiDocument> = secured.document()

export const served: Pick<ApiOptions, 'openapi'> = { openapi: secured }
export const own: Pick<ApiOptions, 'openapi'> = {
  openapi: { openapi: '3.1.0', info: { title: 'By hand', version: '1' }, paths: {} },
}

export const spread: Pick<ApiOptions, 'openapi'> = {
  // @ts-expect-error a spread would lose the methods that build the document
  openapi: { ...openapi, info: { title: 'The blog', version: '1' } },
}
// @ts-expect-error it does not have the members of a document
export const { info } = openapi
// @ts-expect-error a change must return a whole document
export const incomplete: OpenApi = openapi.with(() => ({ info: { title: 'The blog', version: '1' } }))
// @ts-expect-error the document has not been built yet
export const early: OpenApiDocument = withSecurity(openapi, {})
