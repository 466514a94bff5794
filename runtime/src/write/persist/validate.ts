import { currentFrame } from '../../resource/frame.js'
import { ValidationError, type ValidationIssue } from '../../error/validation-error.js'
import type { WriteNode } from '../request/node.js'
import type { Session } from '../session/session.js'
import { byNames } from '../../resource/wire-names.js'
import { attributeIssues, schemaIssues } from '../check/schemas.js'
import { watchersOf } from '../plan/watchers.js'
import { instanceOf } from '../steps/store-call.js'
import type { ValidationOutcome } from '../../resource/validation.js'

/**
 * Validates every record that a write creates or updates, before any is written (rules 11.5, 11.10): by the
 * declarations of its resource, by its schemas, and by its method `validate`. Collects all issues.
 */
export async function validateAll(session: Session): Promise<void> {
  for (const node of session.graph.nodes) {
    const state = session.of(node)
    const { candidate } = state
    if (!candidate || !isValidated(node, session)) continue
    for (const issue of candidate.issues) session.issues.push({ node, issue })
    // The checks of the request are all that the record needs.
    if (isChecked(session, node)) state.values = candidate.values
    else await validateNode(session, node, new Map(candidate.values), candidate.issues)
  }
}

/** Runs the graph-level validation of every written record, at the end of the write (rule 21.1). */
export async function validateGraph(session: Session): Promise<void> {
  const { context } = currentFrame()
  for (const { node, action, record } of session.touched) {
    if (action === 'destroy' || !watchersOf(node.resource).overrides.validateGraph) continue
    const instance = instanceOf(session, node)
    session.changes.noteCall()
    const issues = await issuesOf(() => instance.validateGraph(record, context))
    for (const issue of issues) session.issues.push({ node, issue })
  }
}

/** The issues that an application's function returns, or throws as a ValidationError. */
export async function issuesOf(
  validate: () => ValidationOutcome | Promise<ValidationOutcome>,
): Promise<readonly ValidationIssue[]> {
  try {
    return (await validate()) ?? []
  } catch (error) {
    if (error instanceof ValidationError) return error.issues
    throw error
  }
}

function isValidated(node: WriteNode, session: Session): boolean {
  if (node.method === 'destroy') return false
  return node.method === 'create' || node === session.graph.root || node.attributes.size > 0
}

/** Whether a record has no schemas and no validation of the application. */
function isChecked(session: Session, node: WriteNode): boolean {
  const { config } = node.resource
  if (config.validations.length > 0 || watchersOf(node.resource).overrides.validate) return false
  for (const { schema } of config.attributes.values()) if (schema) return false
  return node.method === 'create' || session.of(node).existing !== undefined
}

async function validateNode(
  session: Session,
  node: WriteNode,
  values: Map<string, unknown>,
  declared: readonly ValidationIssue[],
): Promise<void> {
  const { resource } = node
  const method = node.method === 'create' ? 'create' : 'update'
  const record = session.of(node).existing
  if (method === 'update' && !record) return
  const atFault = new Set(declared.map(({ attribute }) => attribute))
  const typed = await attributeIssues(node, values)
  // A schema of the whole record runs only if all values are of their attributes' types.
  const isOfTypes = !declared.some(({ attribute }) => node.attributes.has(attribute ?? ''))
  const whole = isOfTypes ? await schemaIssues(node, method, record, values) : []
  const found = [...typed, ...whole]
  const issues = found.filter(({ attribute }) => !atFault.has(attribute))
  if (declared.length === 0 && issues.length === 0) {
    const { context } = currentFrame()
    const candidate = { ...byNames(resource, record), ...Object.fromEntries(values) }
    const instance = instanceOf(session, node)
    issues.push(...(await issuesOf(() => instance.validate(candidate, context, { method, record }))))
  }
  for (const issue of issues) session.issues.push({ node, issue })
  const candidate = session.of(node).candidate
  if (candidate) session.of(node).values = values
}
