import type { ValidationIssue } from '../../error/validation-error.js'
import { byNames } from '../../resource/wire-names.js'
import type { CompiledResource } from '../../resource/compile.js'
import { coerceJson } from '../../vocabulary/coerce-json.js'
import type { WriteNode } from '../request/node.js'
import { issuePath } from '../../value/standard-schema.js'

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

/** A schema may trim a text or fill in a value: its result replaces the value that is written. */
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
