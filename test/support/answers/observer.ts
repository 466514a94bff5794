import type { OpenApiDocument } from '../../../runtime/src/index.js'
import { CONTRACT_VERSION } from '../../../runtime/src/vocabulary/contract/contract.js'
import { LIMITS } from '../../../src/contract/limits.js'
import { openApiOf } from '../../../openapi/src/openapi-of.js'
import { type Validator, validatorOf } from '../../openapi/support/described.js'

/** Reads a response before it is sent. */
export type Observer = (request: Pick<Request, 'method' | 'url'>, answer: Response) => Promise<Response>

/** The results of checking the responses of this process. */
export const seen: { answers: number; errors: number; faults: string[] } = {
  answers: 0,
  errors: 0,
  faults: [],
}

/**
 * Checks each response of an API against its OpenAPI document. If the API has no document, checks its errors against
 * the part that all documents share. Faults are stored until the end of the test.
 */
export function observerOf(
  documentOf: () => OpenApiDocument | undefined | Promise<OpenApiDocument>,
  prefix: string,
): Observer {
  const root = `/${prefix}/`.replace(/^\/+/, '/').replace(/\/+$/, '')
  return async (request, answer) => {
    const { pathname } = new URL(request.url)
    const { status } = answer
    const isOfDocument = request.method === 'OPTIONS' || pathname === `${root}/openapi.json`
    if (isOfDocument || !pathname.startsWith(root)) return answer
    const document = await documentOf()
    if (!document && status < 400) return answer
    const contentType = answer.headers.get('content-type') ?? ''
    const text = contentType.startsWith('application/vnd.api+json') ? await answer.clone().text() : ''
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    const path = pathname.slice(root.length) || '/'
    const fault = validatorFor(document ?? NOTHING)({
      method: request.method,
      path,
      status,
      contentType,
      body,
    })
    seen[document ? 'answers' : 'errors']++
    if (fault !== undefined) seen.faults.push(`${request.url}: ${fault}`)
    return answer
  }
}

const validators = new WeakMap<OpenApiDocument, Validator>()

/** The validator of a document, which the first response creates. */
function validatorFor(document: OpenApiDocument): Validator {
  const known = validators.get(document)
  if (known) return known
  const made = validatorOf(document)
  validators.set(document, made)
  return made
}

/** The document of an API without resources. */
const NOTHING = openApiOf({
  contract: CONTRACT_VERSION,
  limits: LIMITS,
  defaultScopes: {},
  resources: {},
}) as unknown as OpenApiDocument
