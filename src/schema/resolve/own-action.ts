import { didYouMean } from '../../diagnostic/suggest.js'
import { allowed, quoted } from '../../diagnostic/words.js'
import { located } from '../../source/source.js'
import type { DeclaredOwnAction } from '../declared.js'
import { methodNames } from '../method-names.js'
import type { AttributeSchema, OwnActionSchema, OwnOutputSchema } from '../schema.js'
import { OWN_TARGETS } from '../types.js'
import { resolveAttribute } from './attribute.js'
import { actionNames } from './actions.js'
import type { Resolving } from './context.js'
import { resolveDeprecated } from './deprecated.js'

/**
 * A resource's own actions (rule 14.19). Actions in the defaults belong to every resource that does not declare an
 * action of the same name.
 */
export function resolveOwnActions(resolving: Resolving): readonly OwnActionSchema[] {
  const { resource, defaults } = resolving
  const own = new Set(resource.ownActions.map(({ name }) => name.value))
  checkDropped(resolving)
  return [
    ...resource.ownActions.flatMap((each) => resolveOwnAction(each, 'resource', resolving)),
    ...defaults.ownActions
      .filter(({ name }) => !own.has(name.value))
      .flatMap((each) => resolveOwnAction(each, 'defaults', resolving)),
  ]
}

/** Reports an action that is dropped although the defaults do not declare it (JG201). */
function checkDropped({ resource, defaults, report }: Resolving): void {
  const known = defaults.ownActions.map(({ name }) => name.value)
  for (const { name, isDropped } of resource.ownActions) {
    if (!isDropped || known.includes(name.value)) continue
    const message = `Unknown key ${quoted(name.value)} in the actions${didYouMean(name.value, known)}`
    report.add('JG201', name.at, message, { help: 'false removes an action that the defaults declare' })
  }
}

function resolveOwnAction(
  declared: DeclaredOwnAction,
  from: OwnActionSchema['from'],
  resolving: Resolving,
): readonly OwnActionSchema[] {
  const { name, on, guard, scope, transaction, description, isDropped } = declared
  const { report, defaults } = resolving
  if (isDropped || guard?.value === false) return []
  if (!on) {
    const message = `Action ${quoted(name.value)} needs "on"`
    report.add('JG204', name.at, message, { help: `write on: ${OWN_TARGETS.join(', or on: ')}` })
    return []
  }
  if (on.value === 'collection' && scope) {
    report.add(
      'JG212',
      scope.at,
      `Action ${quoted(name.value)} applies to the collection, so it has no record and no scope`,
      {
        help: 'remove scope, or write on: record',
      },
    )
  }
  const isShared = defaults.scopes.some((each) => each.name.value === scope?.value)
  return [
    {
      name: name.value,
      at: name.at,
      description,
      deprecated: resolveDeprecated(declared, 'action', actionNames(resolving), report),
      on: on.value,
      input: declared.input.flatMap((each) => resolveInput(each, name.value, resolving)),
      output: resolveOutput(declared, resolving),
      guard: guard?.value ?? true,
      from,
      scope: scope && { name: scope.value, method: methodNames.scope(scope.value), isShared },
      transaction: transaction?.value ?? true,
      method: methodNames.ownAction(name.value),
    },
  ]
}

function resolveInput(
  declared: DeclaredOwnAction['input'][number],
  action: string,
  resolving: Resolving,
): readonly AttributeSchema[] {
  const { name, type, values } = declared
  if (type === undefined && values === undefined) {
    const message = `Input ${quoted(name.value)} of action ${quoted(action)} has no type`
    resolving.report.add('JG204', name.at, message, { help: `write ${name.value}: string, for example` })
    return []
  }
  return [resolveAttribute(declared, resolving)]
}

/** `posts`, `posts?`, `posts[]` or `meta`; if omitted, a record of the resource, or `meta` for the collection. */
function resolveOutput({ on, output }: DeclaredOwnAction, resolving: Resolving): OwnOutputSchema {
  const { resource, directory, report } = resolving
  const usual = on?.value === 'record' ? resource.type.value : 'meta'
  const { value, at } = output ?? located(usual, resource.type.at)
  if (value === 'meta') return { kind: 'meta' }
  const type = value.replace(/(?:\[\]|\?)$/, '')
  if (!directory.resources.has(type)) {
    const types = [...directory.resources.keys()]
    report.add('JG401', at, `Unknown resource ${quoted(type)}${didYouMean(type, types)}`, {
      help: `write the type of a resource, optionally followed by ? or [], or write meta; ${allowed(types)}`,
      unknown: type,
    })
  }
  if (value.endsWith('[]')) return { kind: 'list', type }
  return { kind: 'record', type, nullable: value.endsWith('?') }
}
