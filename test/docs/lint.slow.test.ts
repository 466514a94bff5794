import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, onTestFinished, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { strictFindings } from '../frameworks/support/lint.js'
import { ended } from '../generator/support/cli.js'
import { blocksIn } from './blocks.js'
import { PAGES } from './pages.js'

/** The files of examples that no page contains. */
const OTHERS = ['docs/docstring-examples.ts']

test("the examples on the pages pass typescript-eslint's strict and stylistic rules with types", async () => {
  await mkdir(at('.tmp'), { recursive: true })
  const folder = await mkdtemp(at('.tmp/lint-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const files = ['docs/*-examples.ts', 'docs/*-adapter.ts']
  // The tests' own configuration would also check every test, which takes most of the time.
  const config = join(folder, 'tsconfig.json')
  await writeFile(
    config,
    JSON.stringify({
      extends: '../../test/tsconfig.json',
      include: files.map((file) => `../../test/${file}`),
    }),
  )
  const findings = await strictFindings(at('test'), files, config)
  expect(findings.filter((finding) => !OTHERS.some((file) => finding.includes(file)))).toEqual([])
}, 300_000)

test('every block of TypeScript on a page passes Biome with its default settings', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-blocks-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const blocks = PAGES.flatMap((page) =>
    blocksIn(page)
      .filter(({ language }) => language === 'ts')
      .map(({ line, text }) => ({ place: `${page}:${line}`, module: moduleOf(text) })),
  )
  expect(blocks.filter(({ module }) => module === undefined)).toEqual([])
  expect(blocks.length).toBeGreaterThan(100)
  for (const { place, module = '' } of blocks) {
    await writeFile(join(folder, `${place.replaceAll(/[/:]/g, '-')}.ts`), module)
  }
  // A block is part of a module whose other parts use its declarations and imports.
  const unused = ['noUnusedVariables', 'noUnusedImports', 'noUnusedPrivateClassMembers']
  const { stdout, stderr } = await ended(
    [
      at('node_modules/@biomejs/biome/bin/biome'),
      'lint',
      '--error-on-warnings',
      '--colors=off',
      ...unused.map((rule) => `--skip=correctness/${rule}`),
      '.',
    ],
    folder,
  )
  expect({ stdout, stderr }).toEqual({
    stdout: expect.stringMatching(/^Checked \d+ files in \S+\. No fixes applied\.\n$/),
    stderr: '',
  })
}, 60_000)

/** A block as a module: unchanged, as members of an object or a class, or as calls on a value. */
function moduleOf(block: string): string | undefined {
  return [
    block,
    `export const part = {\n${block}\n};\n`,
    `export class Part {\n${block}\n}\n`,
    `part\n${block}`,
  ].find(
    (text) =>
      (ts.transpileModule(text, {
        reportDiagnostics: true,
        compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext },
      }).diagnostics?.length ?? 0) === 0,
  )
}
