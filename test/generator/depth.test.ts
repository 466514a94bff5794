import { describe, expect, test } from 'vitest'
import { loadSchema } from 'jsonapi-gen'
import { folderWith } from './support/folder.js'

/** The diagnostics for a JSON attribute whose default is nested `levels` deep in the file by `nest`. */
async function faultsOf(levels: number, nest: (text: string) => string): Promise<readonly string[]> {
  let value = '1'
  // The default itself is the sixth level: root, resources, notes, attributes, data, default.
  for (let level = 6; level < levels; level++) value = nest(value)
  const folder = await folderWith({
    'schema.yaml': `resources: { notes: { attributes: { data: { type: json, default: ${value} } } } }\n`,
  })
  const loaded = await loadSchema(`${folder}/schema.yaml`, 'schema.yaml')
  return loaded.ok ? [] : loaded.diagnostics.map(({ code, message }) => `${code} ${message}`)
}

const TOO_DEEP = 'JG103 The schema is nested more than 32 levels deep'

describe('values are nested at most 32 levels deep, even with a large stack (20.14)', () => {
  test.each([
    ['lists', (text: string) => `[${text}]`],
    ['maps', (text: string) => `{ a: ${text} }`],
    ['lists, each with additional members', (text: string) => `[[], ${text}, {}]`],
  ])('the depth limit applies to %s', async (_name, nest) => {
    expect(await faultsOf(31, nest)).toEqual([])
    expect(await faultsOf(32, nest)).toEqual([])
    expect(new Set(await faultsOf(33, nest))).toEqual(new Set([TOO_DEEP]))
    expect(new Set(await faultsOf(3300, nest))).toEqual(new Set([TOO_DEEP]))
  })

  test('the depth limit applies to block collections', async () => {
    const blockOf = (levels: number): string =>
      Array.from({ length: levels - 1 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')
    for (const [levels, expected] of [
      [32, 0],
      [33, 1],
    ] as const) {
      const folder = await folderWith({ 'schema.yaml': `${blockOf(levels)} 1\n` })
      const loaded = await loadSchema(`${folder}/schema.yaml`, 'schema.yaml')
      expect(!loaded.ok && loaded.diagnostics.filter(({ code }) => code === 'JG103')).toHaveLength(expected)
    }
  })

  test('a list is rejected as a key, at any depth', async () => {
    const folder = await folderWith({
      'schema.yaml': `resources: { ? ${'['.repeat(20_000)}${']'.repeat(20_000)} : 1 }\n`,
    })
    const loaded = await loadSchema(`${folder}/schema.yaml`, 'schema.yaml')
    expect(!loaded.ok && loaded.diagnostics.map(({ code }) => code)).toContain('JG111')
  })

  test('the depth limit applies to values of an annotation', async () => {
    const prismaOf = (brackets: number): string => `
datasource db {
  provider = "sqlite"
}

/// @jsonapi.resource
model Note {
  id   Int  @id
  /// @jsonapi.attribute(default: ${'['.repeat(brackets)}1${']'.repeat(brackets)})
  data Json
}
`
    const deepest = async (brackets: number): Promise<readonly string[]> => {
      const folder = await folderWith({ 'schema.prisma': prismaOf(brackets) })
      const loaded = await loadSchema(`${folder}/schema.prisma`, 'schema.prisma')
      return loaded.ok ? [] : loaded.diagnostics.map(({ code, message }) => `${code} ${message}`)
    }
    expect(await deepest(31)).toEqual([])
    expect(await deepest(32)).toEqual(['JG510 Values are nested more than 32 levels deep'])
    expect(await deepest(20_000)).toEqual(['JG510 Values are nested more than 32 levels deep'])
  })
})
