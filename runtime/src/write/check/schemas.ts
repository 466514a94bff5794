import type { ValidationIssue } from '../../error/validation-error.js'
import { byNames } from '../../resource/wire-names.js'
import type { CompiledResource } from '../../resource/compile.js'
import { coerceJson } from '../../vocabulary/values/coerce-json.js'
import type { WriteNode } from '../request/node.js'
import { issuePath, type StandardSchema } from '../../value/standard-schema.js'
import type { AttributeConfig } from '../../declare/config.js'

/**
 * Validates a record as it will be against the schemas of its resource. Values that a schema changes are written as
 * changed.
 */
export async function schemaIssues(
  node: WriteNode,
  method: 'create' | 'update',
  record: object | undefined,
  values: Map<string, unknown>,
): Promise<ValidationIssue[]> {
  const { resource } = node
  const issues: ValidationIssue[] = []
  for (const { schema, on } of resource.config.validations) {
    if (!on.includes(method)) continue
    const given = Object.fromEntries(
      [...node.attributes].filter(([name]) => resource.config.attributes.has(name)),
    )
    const result = await schema['~standard'].validate({
      ...byNames(resource, record),
      ...given,
      ...Object.fromEntries(values),
    })
    if (result.issues) {
      for (const issue of result.issues) {
        const [attribute, ...path] = issuePath(issue)
        issues.push({
          attribute: attribute === undefined ? undefined : String(attribute),
          message: issue.message,
          path,
        })
      }
    } else takeChanges(resource, result.value, values, method)
  }
  return issues
}

/** A schema may trim a string or fill in a value: its result replaces the value that is written. */
function takeChanges(
  resource: CompiledResource,
  output: unknown,
  values: Map<string, unknown>,
  method: 'create' | 'update',
): void {
  if (typeof output !== 'object' || output === null) return
  for (const [name, value] of Object.entries(output)) {
    const attribute = resource.config.attributes.get(name)
    if (!attribute || value === undefined || !(values.has(name) || method === 'create')) continue
    const coerced = coerceJson(attribute.type, value)
    if (!coerced.ok) {
      throw new Error(
        `A schema of "${resource.type}" returned a value for "${name}" that ${coerced.message}.`,
      )
    }
    values.set(name, coerced.value)
  }
}

/**
 * Validates the written values against the schemas of single attributes (rule 11.10). A value that a schema changes is
 * written as changed.
 */
export async function attributeIssues(
  { resource }: WriteNode,
  values: Map<string, unknown>,
): Promise<readonly ValidationIssue[]> {
  const issues: ValidationIssue[] = []
  for (const [name, value] of values) {
    const attribute = resource.config.attributes.get(name)
    if (!attribute?.schema || value === null) continue
    const result = await validated(attribute, attribute.schema, value)
    if (result.issues.length === 0) values.set(name, stored(attribute, resource.type, result.value))
    else issues.push(...result.issues)
  }
  return issues
}

interface Validated {
  readonly value: unknown
  readonly issues: readonly ValidationIssue[]
}

/** The schema validates one value; each member of a list is validated by itself. */
async function validated(
  attribute: AttributeConfig,
  schema: StandardSchema,
  value: unknown,
): Promise<Validated> {
  if (!attribute.type.list || !Array.isArray(value)) return validatedAt(attribute, schema, value, [])
  const members = await Promise.all(
    value.map((member: unknown, index) => validatedAt(attribute, schema, member, [index])),
  )
  return { value: members.map((each) => each.value), issues: members.flatMap((each) => each.issues) }
}

async function validatedAt(
  { name }: AttributeConfig,
  schema: StandardSchema,
  value: unknown,
  above: readonly number[],
): Promise<Validated> {
  const result = await schema['~standard'].validate(value)
  if (!result.issues) return { value: result.value, issues: [] }
  const issues = result.issues.map((issue) => ({
    attribute: name,
    message: issue.message,
    path: [...above, ...issuePath(issue)],
  }))
  return { value, issues }
}

function stored(attribute: AttributeConfig, type: string, value: unknown): unknown {
  const coerced = coerceJson(attribute.type, value)
  if (coerced.ok) return coerced.value
  throw new Error(`The schema of "${type}.${attribute.name}" returned a value that ${coerced.message}.`)
}
