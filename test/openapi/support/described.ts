import type { OpenApiDocument } from '@jsonapi-gen/runtime'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/** A parameter of an operation. */
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
  /** Whether an operator has its complement too. */
  readonly 'x-not'?: true
  readonly 'x-aliases'?: readonly string[]
}

/** As much of a schema as tests look at. */
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

/** An operation, and where it is. */
export interface DescribedOperation {
  readonly path: string
  readonly method: string
  readonly operationId: string
  readonly 'x-guard'?: readonly string[]
  /** The operation whose other parameters it takes too. */
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

/** Every operation of a document, its references resolved as far as the responses and parameters. */
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

/** An answer as a validator needs it. */
export interface ToValidate {
  readonly method: string
  /** Without the prefix of the API. */
  readonly path: string
  readonly status: number
  readonly contentType: string
  readonly body: unknown
}

/** What is wrong with an answer by a document, in words; undefined where nothing is, or the address is none of it. */
export type Validator = (answer: ToValidate) => string | undefined

/** The formats of answers. */
const FORMATS: Readonly<Record<string, RegExp | true>> = {
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
  uri: /^https?:\/\/[^\s]+$/,
  'uri-reference': /^[^\s]+$/,
  // Of what clients send alone.
  email: true,
}

/** Makes a validator of a document. */
export function validatorOf(document: OpenApiDocument): Validator {
  const ajv = new Ajv2020({ strict: false, formats: FORMATS, ownProperties: true, validateSchema: false })
  ajv.addSchema({ ...document, $id: 'api' })
  const operations = operationsOf(document).map((operation) => ({
    operation,
    matches: matcherOf(operation.path),
  }))
  const compiled = new Map<object, ValidateFunction>()
  const compile = (schema: object): ValidateFunction => {
    const known = compiled.get(schema)
    if (known) return known
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')
    const made = ajv.compile(JSON.parse(text) as object)
    compiled.set(schema, made)
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

/** Whether a path is one of a template: `/posts/{id}`. */
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
