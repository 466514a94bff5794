import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'

const schema = JSON.parse(readFileSync(at('schema.json'), 'utf8')) as {
  readonly definitions: Readonly<Record<string, Definition>>
}
interface Definition {
  readonly properties?: object
  readonly anyOf?: readonly Definition[]
}
const page = readFileSync(at('docs/schema-format.md'), 'utf8')

/** The names in the first column of a section's first table. */
function keysOf(section: string): readonly string[] {
  const [table = ''] = /^\| key \|.*\n(?:\|.*\n)+/m.exec(page.slice(page.indexOf(`# ${section}\n`))) ?? []
  const cells = table
    .split('\n')
    .slice(2)
    .map((row) => row.split('|')[1] ?? '')
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
}

/** The keys that a schema may contain at a given location. */
const namesOf = (name: string): readonly string[] =>
  [schema.definitions[name], ...(schema.definitions[name]?.anyOf ?? [])].flatMap((definition) =>
    Object.keys(definition?.properties ?? {}),
  )

test.each([
  ['Resources', 'resource'],
  ['Attributes', 'attribute'],
])(
  'docs/schema-keys: the table "%s" in docs/schema-format.md contains every key in schema.json',
  (section, name) => {
    expect(keysOf(section).toSorted()).toEqual(namesOf(name).toSorted())
  },
)
