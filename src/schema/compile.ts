import type { Report } from '../diagnostic/report.js'
import { checkAliases } from './check/aliases.js'
import { checkCaches } from './check/caches.js'
import { checkColumns } from './check/columns.js'
import { checkFields } from './check/fields.js'
import { checkDefaultIdentifiers, checkIdentifiers, defaultGuardsOf, guardsOf } from './check/identifiers.js'
import { checkMemberNames } from './check/member-names.js'
import { checkMethods } from './check/methods.js'
import { checkPolicies } from './check/policies.js'
import { checkTypes } from './check/types.js'
import { declaredStore } from './declared-store.js'
import type { DeclaredResource, DeclaredSchema } from './declared.js'
import { directoryOf } from './directory.js'
import { deepFreeze } from './freeze.js'
import { checkDefaultActions } from './resolve/actions.js'
import { resolveDefaultScopes } from './resolve/default-scopes.js'
import { resolveResource } from './resolve/resource.js'
import { checkUnindexed } from './resolve/unindexed.js'
import type { Schema } from './schema.js'

/**
 * Checks and completes a declared schema. All faults are reported together. The schema is undefined if there were any
 * errors, in this step or before it. Warnings that are errors only in a strict run do not count.
 */
export function compileSchema(declared: DeclaredSchema, report: Report): Schema | undefined {
  const resources = declared.resources
    .map((resource) => ({ ...resource, adapter: resource.adapter ?? declared.adapter }))
    .toSorted((a, b) => (a.type.value < b.type.value ? -1 : 1))
  checkTypes(resources, report)
  for (const resource of resources) checkDeclared(resource, report)
  const { defaults } = declared
  checkDefaultIdentifiers(defaults, report)
  checkDefaultActions(defaults, report)
  const directory = directoryOf(resources)
  const resolved = resources.map((resource) => resolveResource({ resource, defaults, directory, report }))
  const defaultScopes = resolveDefaultScopes(defaults)
  for (const resource of resolved) checkMethods(resource, defaultScopes, report)
  checkPolicies(resolved, report)
  checkUnindexed(resources, defaults, resolved, report)
  checkCaches(resources, defaults, resolved, report)
  if (report.broken()) return undefined
  const guards = [...defaultGuardsOf(defaults), ...resources.flatMap(guardsOf)]
  return deepFreeze({
    output: declared.output?.value,
    framework: declared.framework?.value ?? 'express',
    imports: declared.imports?.value ?? 'js',
    clientOutput: declared.clientOutput?.value,
    openapi: declared.openapi?.value ?? false,
    idempotency: declared.idempotency?.value ?? false,
    adapter: declared.adapter?.value ?? 'prisma',
    client: declared.client?.value,
    resources: resolved,
    store: resolved.some(({ adapter }) => adapter !== 'null')
      ? declaredStore(resources, resolved, directory)
      : undefined,
    guards: [...new Set(guards.map((guard) => guard.value))].toSorted(),
    defaultScopes,
  })
}

function checkDeclared(resource: DeclaredResource, report: Report): void {
  checkMemberNames(resource, report)
  checkFields(resource, report)
  checkColumns(resource, report)
  checkAliases(resource, report)
  checkIdentifiers(resource, report)
}
