import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { at } from '../../scripts/lib/paths.js'
import { fixtureNames, fixturesOf } from './support/fixtures.js'

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, unicodeRegExp: true })
const validate = ajv.compile(JSON.parse(await readFile(at('schema.json'), 'utf8')))

/** Codes of faults that a JSON Schema can detect, and of faults for which it would have to look up names. */
const OF_FORMAT = ['JG201', 'JG202', 'JG203', 'JG205', 'JG210', 'JG301', 'JG302', 'JG307']
const OF_REFERENCES = /^JG(?:206|207|30[3-6]|308|4\d\d|5\d\d)$/

/** The locations where schema.json finds a fault in YAML text. */
function faultsOf(text: string): readonly string[] {
  return validate(parse(text)) ? [] : (validate.errors ?? []).map(({ instancePath }) => instancePath)
}

describe('schema.json accepts the same schemas as the generator', async () => {
  const valid = (await fixtureNames('valid')).map((name) => join(fixturesOf('valid'), name, 'schema.yaml'))
  const twins = ['shop/schema.yaml', 'shop/explicit.yaml'].map((name) =>
    at(`test/fixtures/generator/twins/${name}`),
  )
  test.each([at('schema.example.yaml'), ...valid, ...twins].map((path) => path.slice(at('.').length)))(
    'schema.json accepts %s',
    async (path) => {
      expect(faultsOf(await readFile(at(path), 'utf8'))).toEqual([])
    },
  )
})

interface Fixture {
  readonly name: string
  readonly text: string
  readonly codes: readonly string[]
}

/** The invalid schemas that are valid YAML, with the codes of their faults. */
async function brokenFixtures(): Promise<readonly Fixture[]> {
  const names = (await fixtureNames('invalid')).filter((name) =>
    existsSync(join(fixturesOf('invalid'), name, 'schema.yaml')),
  )
  const fixtures = await Promise.all(
    names.map(async (name) => {
      const expected = await readFile(join(fixturesOf('invalid'), name, 'expected.txt'), 'utf8')
      const codes = [...expected.matchAll(/ error (JG\d{3}) /g)].map(([, code = '']) => code)
      return { name, codes, text: await readFile(join(fixturesOf('invalid'), name, 'schema.yaml'), 'utf8') }
    }),
  )
  return fixtures.filter(({ codes }) => !codes.some((code) => code.startsWith('JG1')))
}

describe('schema.json compared with the generator', async () => {
  const broken = await brokenFixtures()

  test.each(broken.filter(({ codes }) => codes.some((code) => OF_FORMAT.includes(code))))(
    'schema.json rejects the invalid format in $name',
    ({ text }) => {
      expect(faultsOf(text)).not.toEqual([])
    },
  )

  const ofReferences = broken.filter(({ codes }) => codes.every((code) => OF_REFERENCES.test(code)))
  const hasPathAsColumn = ({ text }: Fixture): boolean => /^ {6}writer: .*column: \w+\./m.test(text)

  test.each(ofReferences.filter(hasPathAsColumn))(
    'schema.json rejects a column that is a path in $name, which the generator reports as an unknown column',
    ({ text }) => {
      expect(faultsOf(text)).toContain('/resources/notes/attributes/writer/column')
    },
  )

  test.each(ofReferences.filter((fixture) => !hasPathAsColumn(fixture)))(
    'schema.json does not check the names in $name, which only the generator can look up',
    ({ text }) => {
      expect(faultsOf(text)).toEqual([])
    },
  )
})
