import type { AttributeContract, Contract, ResourceContract } from '@jsonapi-gen/runtime/vocabulary'
import { inputsOf, takesInputs } from './client-inputs.js'
import type { TypedResource } from './client-schema.js'
import { key, literal, object, text, texts, type Member } from './layout/code.js'
import { layOut, LINE_END, WIDTH, type Doc } from './layout/doc.js'

/**
 * The values that a form needs at run time, by type and attribute: enum values, bounds, and whether a create must set
 * the attribute. A module that does not import them does not contain them.
 */
export function clientBounds(resources: readonly TypedResource[], contract: Contract): string {
  const types = resources
    .map(({ type, resource }) => ({ type, members: boundsOf(resource, contract) }))
    .filter(({ members }) => members.length > 0)
    .map(({ type, members }) => `  ${key(type)}: ${layOut(object(members), { depth: 1, before: WIDTH })},`)
  return types.length === 0 ? '{}' : ['{', ...types, '} as const'].join(LINE_END)
}

function boundsOf(resource: ResourceContract, contract: Contract): readonly Member[] {
  const needed = new Set(
    inputsOf(resource, 'create', contract)
      .members.filter(({ isOptional }) => !isOptional)
      .map(({ name }) => name),
  )
  const written = (['create', 'update'] as const).filter((action) => takesInputs(resource, action))
  return Object.entries(resource.attributes)
    .filter(([, { write, writeOn }]) => write !== false && (writeOn ? written.includes(writeOn) : written[0]))
    .map(([name, attribute]) => ({ key: name, value: boundOf(attribute, needed.has(name)) }))
}

function boundOf(attribute: AttributeContract, required: boolean): Doc {
  const { type, values, list, nullable, writeOn } = attribute
  return object([
    { key: 'type', value: text(type) },
    { key: 'required', value: String(required) },
    ...(list ? [{ key: 'list', value: 'true' }] : []),
    ...(nullable ? [{ key: 'nullable', value: 'true' }] : []),
    ...(writeOn ? [{ key: 'writeOn', value: text(writeOn) }] : []),
    ...(values ? [{ key: 'values', value: texts(values) }] : []),
    ...BOUNDS.flatMap((name) => {
      const value = attribute[name]
      return isScalar(value) ? [{ key: name, value: literal(value) }] : []
    }),
  ])
}

const BOUNDS = ['default', 'minLength', 'maxLength', 'pattern', 'format', 'minimum', 'maximum'] as const

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
