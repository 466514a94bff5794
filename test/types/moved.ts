// What CHANGELOG.md says to write for names of 0.2 that are not exported any more. Checked by `npm run typecheck`.
import type {
  Api,
  Controller,
  ErrorObject,
  Query,
  QueryOf,
  RelatedPayloads,
  ResultsOf,
  TraceQuery,
  withSecurity,
  WriteMeta,
} from '@jsonapi-gen/runtime'
import type { Locals } from '../../examples/saas/src/api/application.controller.js'
import type { PostShape } from '../../examples/blog/src/api/generated/post.gen.js'
import { JsonapiError } from '@jsonapi-gen/runtime'

export const source: ErrorObject['source'] = { parameter: 'sort' }
export const include: QueryOf<PostShape>['include'] = ['comments.author']
export const page = (results: ResultsOf<PostShape, {}>): ResultsOf<PostShape, {}>['page'] => results.page
export const queries = (results: ResultsOf<PostShape, {}>): ResultsOf<PostShape, {}>['queries'] =>
  results.queries
export const isFiltered = ({ filter }: Query['hash']): boolean => Object.keys(filter).length > 0
export const payloadsOf = (payloads: RelatedPayloads): readonly RelatedPayloads[string][] =>
  Object.values(payloads)
export const isNew = (method: WriteMeta['method']): boolean => method === 'create'
export const isStrict = ({ strict }: Controller['settings']): boolean => strict
export const drafts: Parameters<Controller['jsonapiUpdate']>[0] = { scope: { where: { status: 'draft' } } }
export const urlOf = (...[request]: Parameters<Api<Locals>['fetch']>): string => request.url
export const schemes: Parameters<typeof withSecurity>[1] = { bearer: { type: 'http', scheme: 'bearer' } }
export const pathOf = ({ path }: Parameters<TraceQuery>[0]): string => path
export const isBadFilter = (error: unknown): boolean =>
  error instanceof JsonapiError && error.code === 'bad_filter'

/** An error of an application's own. */
export class Teapot extends JsonapiError {
  constructor(detail: string) {
    super({ status: 418, code: 'teapot', title: 'Teapot' }, { detail })
  }
}
