import type { Deprecable, Who } from '@jsonapi-gen/runtime/vocabulary'
import { isOpen, type Known, resourceOf } from './contract.js'
import { pathOf } from './print-url.js'

/** The target of a write: a new record, or an existing one. */
export interface Written {
  readonly type: string
  readonly id?: string
}

/** The purpose of a form: one of the five actions, links, or a type's own action. */
export interface Mode extends Deprecable {
  readonly mode: string
  readonly title: string
  readonly who: Who
  readonly isOfRecord: boolean
  /** The name of a type's own action. */
  readonly own?: string
  /** The effect of a custom action. */
  readonly about?: string
}

/** The prefix for a type's own actions: none of the five actions begins with it. */
const OWN = '-actions/'

export const TITLES = { create: 'Create', update: 'Update', link: 'Links', delete: 'Delete' } as const
const ACTIONS = { create: 'create', update: 'update', link: 'update', delete: 'destroy' } as const
const METHODS: { readonly [mode: string]: string } = { create: 'POST', update: 'PATCH', delete: 'DELETE' }

/** The forms that a type offers. */
export function modesOf(known: Known, type: string): readonly Mode[] {
  const resource = resourceOf(known, type)
  if (!resource) return []
  const { actions } = resource
  const ofFive = (['create', 'update', 'link', 'delete'] as const).flatMap((mode): readonly Mode[] => {
    const { address, who, deprecated } = actions[ACTIONS[mode]]
    const isOffered = address && isOpen(who) && (mode !== 'link' || linksOf(known, type).length > 0)
    return isOffered ? [{ mode, title: TITLES[mode], who, deprecated, isOfRecord: mode !== 'create' }] : []
  })
  const ownOnes = Object.entries(resource.ownActions ?? {}).flatMap(
    ([name, { on, who, deprecated, description }]): readonly Mode[] =>
      isOpen(who)
        ? [
            {
              mode: `${OWN}${name}`,
              title: name,
              who,
              deprecated,
              isOfRecord: on === 'record',
              own: name,
              about: `Action: ${name}${description === undefined ? '' : ` — ${description}`}`,
            },
          ]
        : [],
  )
  return [...ofFive, ...ownOnes]
}

/** The relationships of a type that can be written at their own URL. */
export const linksOf = (known: Known, type: string): readonly string[] =>
  Object.entries(resourceOf(known, type)?.relationships ?? {}).flatMap(([name, { write, custom }]) =>
    isOpen(write) && !custom ? [name] : [],
  )

/** The form that is shown: the chosen one if the type has it, and otherwise the one that fits the target. */
export function modeOf(known: Known, { type, id }: Written, chosen: string | undefined): Mode | undefined {
  const modes = modesOf(known, type)
  const preset = id === undefined ? 'create' : 'update'
  return modes.find(({ mode }) => mode === chosen) ?? modes.find(({ mode }) => mode === preset) ?? modes[0]
}

/** The request that a form sends; undefined if the id is missing, or if the form sends several requests. */
export function writeRequestOf(
  mode: Mode | undefined,
  { type, id }: Written,
): { readonly method: string; readonly url: string } | undefined {
  if (!mode || (mode.isOfRecord && id === undefined)) return undefined
  const url = pathOf({ type, ...(mode.isOfRecord && id !== undefined && { id }) })
  if (mode.own !== undefined) return { method: 'POST', url: `${url}/${mode.mode}` }
  const method = METHODS[mode.mode]
  return method === undefined ? undefined : { method, url }
}
