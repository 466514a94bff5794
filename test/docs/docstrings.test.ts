import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { ended } from '../generator/support/cli.js'

/** A block of code in a docstring. */
interface Example {
  readonly path: string
  /** That of its first line of code. */
  readonly line: number
  readonly language: string
  readonly code: string
}

/** What a class around an example extends: where declarations are described, the example is of a resource. */
const RESOURCE = /^runtime\/src\/(?:declare|resource|shape)\//

/** Where an example begins in its module: below a line of imports, and one that begins what it is in. */
const FIRST_LINE = 3

/** The names that an example may use, and how each is imported. */
type Names = ReadonlyMap<string, string>

let examples: readonly Example[]
beforeAll(async () => {
  const folders = await Promise.all(['runtime/src', 'src'].map(examplesUnder))
  examples = folders.flat()
})

describe('docs/docstrings', () => {
  test('every block of code in a docstring says its language', () => {
    expect(examples.length).toBeGreaterThan(90)
    expect(examples.filter(({ language }) => language === '')).toEqual([])
  })

  test('every example in a docstring compiles under the strict flags', async () => {
    await mkdir(at('.tmp'), { recursive: true })
    const folder = await mkdtemp(at('.tmp/docstrings-'))
    try {
      const names = await namesOfTheRuntime()
      const known = await namesOfTheContext()
      const files = new Map(
        examples
          .filter(({ language }) => language === 'ts')
          .map((example, index) => [`example-${index}.ts`, example]),
      )
      for (const [file, example] of files) {
        await writeFile(join(folder, file), moduleOf(example, names, known))
      }
      const paths = { ...(await pathsOfTheTests()), '#context': ['../../test/docs/docstring-context.ts'] }
      const compilerOptions = { paths, isolatedDeclarations: false, declaration: false, noEmit: true }
      await writeFile(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ extends: '../../tsconfig.base.json', compilerOptions, include: ['.'] }),
      )
      const { stdout } = await ended([at('node_modules/typescript-7/bin/tsc'), '-p', '.'], folder)
      const said = stdout.replaceAll(/^(example-\d+\.ts)\((\d+)/gm, (_, file: string, line: string) => {
        const { path = file, line: first = 0 } = files.get(file) ?? {}
        return `${path}(${first + Number(line) - FIRST_LINE}`
      })
      expect(said).toBe('')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }, 60_000)
})

async function examplesUnder(root: string): Promise<readonly Example[]> {
  const names = (await readdir(at(root), { recursive: true })).filter((name) => name.endsWith('.ts'))
  const found = await Promise.all(
    names.toSorted().map(async (name) => {
      const path = join(root, name)
      const text = await readFile(at(path), 'utf8')
      return [...text.matchAll(/^ *\* ```(\S*)\n([^]*?)^ *\* ```$/gm)].map((match): Example => ({
        path,
        line: text.slice(0, match.index).split('\n').length + 1,
        language: match[1] ?? '',
        code: (match[2] ?? '').replaceAll(/^ *\* ?/gm, ''),
      }))
    }),
  )
  return found.flat()
}

/** The example as a module: members in a class, statements in a method or a static block of one, and what it uses imported. */
function moduleOf({ path, code }: Example, runtime: Names, context: Names): string {
  const plain = code.replaceAll(/^export /gm, '')
  const areMembers = isMembers(plain)
  const isOfResource = RESOURCE.test(path)
  const parent = !isOfResource ? 'ApplicationController' : areMembers ? 'ResourceExample' : 'DeclaringExample'
  const words = new Set([parent, ...(code.match(/[A-Za-z_]\w*/g) ?? [])])
  const imports = [...new Map([...runtime, ...context])].flatMap(([name, line]) =>
    words.has(name) ? [line] : [],
  )
  const body = areMembers
    ? `\n${plain}`
    : isOfResource && plain.includes('this.')
      ? ` static {\n${plain}}`
      : ` async example(): Promise<unknown> {\n${plain}return\n}`
  return `${imports.join(';')}\nexport class Example extends ${parent} {${body}\n}\n`
}

/** Whether a text is members of a class, and not statements. */
function isMembers(text: string): boolean {
  return /^(?:static \{|(?:override|readonly|async|constructor)\b(?! \()|\w+(?:<.*>)?\(.*\): .*\{$)/m.test(
    text.split('\n')[0] ?? '',
  )
}

/** Those of test/packing/public-names.txt: an entry, a name, and whether it is a value. */
async function namesOfTheRuntime(): Promise<Names> {
  const lines = (await readFile(at('test/packing/public-names.txt'), 'utf8'))
    .trimEnd()
    .split('\n')
    .toReversed()
  return new Map(
    lines.flatMap((line) => {
      const [entry, name = '', kind] = line.split(' ')
      const module = entry === 'index' ? '@jsonapi-gen/runtime' : `@jsonapi-gen/runtime/${entry}`
      const imported = kind === 'value' ? name : `type ${name}`
      return entry === 'v1' ? [] : [[name, `import { ${imported} } from '${module}'`] as const]
    }),
  )
}

async function namesOfTheContext(): Promise<Names> {
  const text = await readFile(at('test/docs/docstring-context.ts'), 'utf8')
  const declared = text.matchAll(
    /^export (?:declare )?(?:abstract )?(type|interface|const|class|function) (\w+)/gm,
  )
  return new Map(
    [...declared].map(([, kind = '', name = '']) => {
      const imported = kind === 'type' || kind === 'interface' ? `type ${name}` : name
      return [name, `import { ${imported} } from '#context'`] as const
    }),
  )
}

/** As test/tsconfig.json has them, from a folder below. */
async function pathsOfTheTests(): Promise<Readonly<Record<string, readonly string[]>>> {
  const { compilerOptions } = JSON.parse(await readFile(at('test/tsconfig.json'), 'utf8')) as {
    readonly compilerOptions: { readonly paths: Readonly<Record<string, readonly string[]>> }
  }
  return Object.fromEntries(
    Object.entries(compilerOptions.paths).map(([name, paths]) => [name, paths.map((path) => `../${path}`)]),
  )
}
