import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { at } from '../../../scripts/lib/paths.js'
import { CATALOGUE } from '../../../src/diagnostic/catalogue.js'
import { jsonapiGenHere } from '../support/cli.js'
import { folderWith } from '../support/folder.js'

const explained = (...codes: readonly string[]) => jsonapiGenHere(['explain', ...codes], '.')

describe('generator/cli/explain: the explain command', () => {
  test('`explain` prints the title, cause and fix from docs/diagnostics.md, without link targets', async () => {
    expect(await explained('JG111')).toEqual({
      code: 0,
      stdout: await sectionOf('JG111'),
      stderr: '',
    })
    const { stdout } = await explained('jg707', 'JG102')
    expect(stdout).toBe(`${await sectionOf('JG707')}\n${await sectionOf('JG102')}`)
  })

  test('`explain` prints a title, a cause and a fix for every diagnostic', async () => {
    const { code, stdout } = await explained(...Object.keys(CATALOGUE))
    expect(code).toBe(0)
    const told = [...stdout.matchAll(/^(JG\d+) .+\n\nCause: (?:.+\n)+\n(?:.*\n)*?Fix: /gm)].map(
      ([, each]) => each,
    )
    expect(told).toEqual(Object.keys(CATALOGUE))
    expect(stdout).not.toMatch(/\]\(/)
  })

  test('`explain` rejects an unknown code', async () => {
    expect(await explained('JG7155')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Unknown diagnostic JG7155. Did you mean JG715?\n',
    })
  })

  test('a run with errors or warnings mentions `explain` once, but a run with only notes does not', async () => {
    const broken = await folderWith({
      'schema.yaml':
        'resources: { notes: { public: true, attributes: { a: strng, b: strng } }, tags: { attributs: {} } }\n',
    })
    const { stderr } = await jsonapiGenHere(['generate'], broken)
    expect(stderr.match(/.*explain.*/g)).toEqual([
      '3 errors; nothing was written. For details, run npx jsonapi-gen explain JG203 JG201.',
    ])
    const warned = await folderWith({
      'schema.yaml': 'resources: { notes: { attributes: { text: string } } }\n',
    })
    expect((await jsonapiGenHere(['validate'], warned)).stderr.match(/.*explain.*/g)).toEqual([
      'For details, run npx jsonapi-gen explain JG715.',
    ])
    for (const format of ['json', 'github']) {
      const { stdout, stderr: said } = await jsonapiGenHere(['validate', '--format', format], warned)
      expect((stdout + said).includes('explain')).toBe(false)
    }
  })
})

/** A section of the page whose text has no links. */
async function sectionOf(code: string): Promise<string> {
  const page = await readFile(at('docs/diagnostics.md'), 'utf8')
  const [, section = ''] = new RegExp(`^### (${code} [^]*?\\n)\\n##`, 'm').exec(page) ?? []
  return section
}
