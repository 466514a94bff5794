import { readFileSync } from 'node:fs'
import type { Contract, JsonObject } from 'jsonapi-gen'
import { openApiOf } from 'jsonapi-gen'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'

const contract = JSON.parse(
  readFileSync(at('test/fixtures/generator/valid/deprecated/expected/generated/contract.gen.json'), 'utf8'),
) as Contract

/** The members of a document that the test reads. */
interface Described extends JsonObject {
  readonly deprecated?: true
  readonly description?: string
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: {
    readonly parameters?: Readonly<Record<string, Described & { readonly name: string }>>
    readonly schemas: Readonly<Record<string, Described>>
  }
}

const UNTIL = 'Deprecated since 2026-01-31. It may be removed on or after 2999-01-31.'

describe('openapi/deprecated (25.3): the document marks what is deprecated', () => {
  const document = openApiOf(contract, { full: true }) as unknown as Document

  test('operations are deprecated with their resource, their relationship or their action', () => {
    const found = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, { deprecated, description }]) =>
        ['get', 'post', 'patch', 'delete'].includes(method)
          ? [[`${method} ${path}`, deprecated, description] as const]
          : [],
      ),
    )
    const of = (name: string): readonly unknown[] => found.find(([each]) => each === name)?.slice(1) ?? []
    expect(of('get /people')).toEqual([true, `${UNTIL} Use users instead.`])
    expect(of('post /people')).toEqual([true, `${UNTIL} Use users instead.`])
    expect(of('get /people/{id}')).toEqual([true, 'Deprecated since 2026-03-31. Use index instead.'])
    expect(of('patch /people/{id}')).toEqual([
      true,
      'Only for requests that pass isStaff. Deprecated since 2026-02-28. It may be removed on or after 2999-01-31.',
    ])
    expect(of('delete /people/{id}')).toEqual([
      true,
      `Only for requests that pass isStaff. ${UNTIL} Use wave instead.`,
    ])
    expect(of('get /people/{id}/boss')).toEqual([true, 'Deprecated since 2026-01-31. Use chief instead.'])
    expect(of('get /people/{id}/chief')).toEqual([true, 'Deprecated since 2026-03-31. Use index instead.'])
    expect(of('patch /people/{id}/relationships/chief')).toEqual([
      true,
      'Only for requests that pass isStaff. Deprecated since 2026-02-28. It may be removed on or after 2999-01-31.',
    ])
    expect(of('post /people/{id}/-actions/wave')).toEqual([true, `${UNTIL} Use greet instead.`])
    expect(of('post /people/{id}/-actions/greet')).toEqual([true, `${UNTIL} Use users instead.`])
    expect(of('get /users')).toEqual([undefined, undefined])
    expect(of('post /users')).toEqual([
      true,
      'Only for requests that pass isStaff. Deprecated since 2026-01-31.',
    ])
  })

  test('attributes, extra fields, relationships, filters, stats and sorts are deprecated, with their dates', () => {
    const text = JSON.stringify(document)
    const { people_resource: people } = document.components.schemas as unknown as Readonly<
      Record<
        string,
        { readonly properties: Readonly<Record<string, { readonly properties: Document['paths'][string] }>> }
      >
    >
    const { attributes, relationships } = people?.properties ?? {}
    const marked = (name: string): readonly unknown[] => {
      const part = attributes?.properties[name] ?? relationships?.properties[name]
      return [part?.deprecated, part?.description]
    }
    expect(marked('name')).toEqual([true, `${UNTIL} Use fullName instead.`])
    expect(marked('fullName')).toEqual([undefined, undefined])
    expect(marked('age')).toEqual([true, 'Returned only on request. Deprecated since 2026-01-31.'])
    expect(marked('boss')).toEqual([true, 'Deprecated since 2026-01-31. Use chief instead.'])
    expect(text).toContain('name: Deprecated since 2026-01-31.')
    const parameters = parametersIn(document).filter(({ deprecated }) => deprecated)
    const names = new Set(
      parameters.map(({ name }) =>
        String(name).replace(/\[(?:not_)?(?:eq|prefix|suffix|contains|gte?|lte?)\]$/, ''),
      ),
    )
    expect([...names].toSorted()).toEqual([
      'extra_stats[rank]',
      'extra_stats[total]',
      'filter[boss]',
      'filter[fullName]',
      'filter[name]',
      'stats[rank]',
      'stats[total]',
    ])
  })
})

/** All query parameters of the primary data in a document. */
function parametersIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (typeof value !== 'object' || value === null) return []
  const own: Readonly<Record<string, unknown>> = { ...value }
  const isParameter = own['in'] === 'query' && own['x-requires'] === undefined
  return [...(isParameter ? [own] : []), ...Object.values(own).flatMap(parametersIn)]
}
