import type { OpenApiDocument } from '@jsonapi-gen/runtime'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { BoundedCache } from '../../../runtime/src/base/bounded-cache.js'

export interface DescribedParameter {
  readonly name: string
  readonly in: 'query' | 'path' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: DescribedSchema
  readonly example?: unknown
  readonly 'x-requires'?: string
  readonly 'x-required'?: string
  readonly 'x-guard'?: readonly string[]
  readonly 'x-guards'?: Readonly<Record<string, readonly string[]>>
  readonly 'x-cursor'?: boolean
  /** Whether an operator also has a complement. */
  readonly 'x-not'?: true
  readonly 'x-aliases'?: readonly string[]
}

/** The parts of a schema that tests read. */
export interface DescribedSchema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly const?: string
  readonly anyOf?: readonly DescribedSchema[]
  readonly items?: DescribedSchema
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly format?: string
  readonly 'x-requires'?: string
}

export interface DescribedOperation {
  readonly path: string
  readonly method: string
  readonly operationId: string
  readonly 'x-guard'?: readonly string[]
  /** The operation whose other parameters it also accepts. */
  readonly 'x-parameters-of'?: string
  readonly parameters: readonly DescribedParameter[]
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { schema: object }>> }>
  >
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> }
}

interface RawOperation extends Omit<DescribedOperation, 'path' | 'method' | 'parameters'> {
  readonly parameters?: readonly object[]
}

/** Every operation of a document, with references to responses and parameters resolved. */
export function operationsOf(document: OpenApiDocument): readonly DescribedOperation[] {
  const resolved = <Value>(value: object): Value => {
    const reference = '$ref' in value ? String(value.$ref) : undefined
    if (reference === undefined) return value as Value
    const [, , kind = '', name = ''] = reference.split('/')
    return document.components?.[kind]?.[name] as Value
  }
  return Object.entries(document.paths).flatMap(([path, item]) => {
    const { parameters: common = [], ...methods } = item as { readonly parameters?: readonly object[] }
    return Object.entries(methods as Readonly<Record<string, RawOperation>>).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
      ...(operation.requestBody && {
        requestBody: resolved<NonNullable<DescribedOperation['requestBody']>>(operation.requestBody),
      }),
      parameters: [...common, ...(operation.parameters ?? [])].map((each) =>
        resolved<DescribedParameter>(each),
      ),
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, response]) => [status, resolved(response)]),
      ) as DescribedOperation['responses'],
    }))
  })
}

/** The parts of a response that a validator needs. */
export interface ToValidate {
  readonly method: string
  /** Without the prefix of the API. */
  readonly path: string
  readonly status: number
  readonly contentType: string
  readonly body: unknown
}

/**
 * The faults of a response according to a document, in words, or undefined if there are none or the URL is not in the
 * document.
 */
export type Validator = (answer: ToValidate) => string | undefined

/** The formats in responses. */
const FORMATS: Readonly<Record<string, RegExp | true>> = {
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
  uri: /^https?:\/\/[^\s]+$/,
  'uri-reference': /^[^\s]+$/,
  // Formats that occur only in requests.
  email: true,
}

/**
 * The validators for a process's most recent documents, by the document's text. They are kept because compiling
 * one takes up to a second.
 */
const validators = new BoundedCache<string, Validator>(20)

/** The validator of a document. Documents with the same text share one. */
export function validatorOf(document: OpenApiDocument): Validator {
  const text = JSON.stringify(document)
  const known = validators.get(text)
  if (known) return known
  const made = compiledOf(document)
  validators.set(text, made)
  return made
}

function compiledOf(document: OpenApiDocument): Validator {
  const ajv = new Ajv2020({
    strict: false,
    formats: FORMATS,
    ownProperties: true,
    validateSchema: false,
    // A schema checks few responses, so compiling it takes longer than running it.
    code: { optimize: false },
    inlineRefs: false,
  })
  ajv.addSchema({ ...document, $id: 'api' })
  const operations = operationsOf(document).map((operation) => ({
    operation,
    matches: matcherOf(operation.path),
  }))
  const compiled = new Map<string, ValidateFunction>()
  const compile = (schema: object): ValidateFunction => {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')
    const known = compiled.get(text)
    if (known) return known
    const made = ajv.compile(JSON.parse(text) as object)
    compiled.set(text, made)
    return made
  }
  const errors = document.components?.['schemas']?.['errors'] as object
  const faultOf = (schema: object, body: unknown, of: string): string | undefined => {
    const validate = compile(schema)
    return validate(body)
      ? undefined
      : `${of}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body).slice(0, 600)}`
  }
  return ({ method, path, status, contentType, body }) => {
    const isHead = method === 'HEAD'
    const found = operations.find(
      ({ operation, matches }) => operation.method === (isHead ? 'GET' : method) && matches(path),
    )
    if (!found) {
      const of = `${method} ${path} ${status}`
      if (status < 400) return `${of} is not described`
      return isHead ? undefined : faultOf(errors, body, of)
    }
    const { responses, operationId } = found.operation
    const range = `${Math.trunc(status / 100)}XX`
    const response =
      responses[String(status)] ?? responses[range] ?? (status < 400 ? undefined : responses['default'])
    if (!response) return `${operationId} does not describe ${status}`
    if (response.content === undefined) {
      return body === undefined ? undefined : `${operationId} describes no body`
    }
    const media = response.content[contentType.replace(/;\s*profile=.*/, '')]
    if (!media) return `${operationId} ${status} does not describe ${contentType}`
    return isHead ? undefined : faultOf(media.schema, body, `${operationId} ${status}`)
  }
}

/** Whether a path matches a template: `/posts/{id}`. */
function matcherOf(template: string): (path: string) => boolean {
  const pattern = template
    .split('/')
    .map((segment) =>
      /^\{.*\}$/.test(segment) ? '[^/]+' : segment.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    )
    .join('/')
  const expression = new RegExp(`^${pattern}$`)
  return (path) => expression.test(path)
}
