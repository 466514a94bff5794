import { readdirSync, readFileSync, statSync } from 'node:fs'
import {
  createSourceFile,
  forEachChild,
  isCallExpression,
  isObjectLiteralExpression,
  ScriptTarget,
  type Node,
} from 'typescript'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../runtime/src/query/limits.js'
import { ORMS } from '../../create/src/choices.js'
import { at } from '../../scripts/lib/paths.js'
import { CATALOGUE } from '../../src/diagnostic/catalogue.js'
import { createHere } from '../create/support/run.js'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { textsUnder } from '../generator/support/folder.js'
import { blocksIn } from './blocks.js'
import { writtenProject } from './new-project.js'
import { PAGES } from './pages.js'

/** Mentioning a name in the history does not claim that it exists. */
const pages = PAGES.filter((page) => page !== 'CHANGELOG.md')

const textOf = (page: string): string => readFileSync(at(page), 'utf8')

/** The inline code on a page, without its code blocks. */
const codeIn = (page: string): readonly string[] =>
  [
    ...textOf(page)
      .replaceAll(/^ *```[^]*?^ *```/gm, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, code = '']) => code)

describe('docs/names: diagnostics', () => {
  test.each(pages)('each diagnostic code in %s is in the catalog', (page) => {
    const codes = [...textOf(page).matchAll(/\bJG\d+\b/g)].map(([code]) => code)
    expect(codes.filter((code) => !Object.hasOwn(CATALOGUE, code))).toEqual([])
  })
})

/** Options of npm, Node, Prisma and other tools that pages mention. `--a` is an invalid sort key. */
const OF_OTHERS = new Set([
  '--a',
  '--create-only',
  '--default-non-nullable',
  '--env-file',
  '--ignore-scripts',
  '--import',
  '--package',
  '--workspace',
])

describe('docs/names: command options', () => {
  const ours = new Map<string, ReadonlySet<string>>()
  let ofScripts: ReadonlySet<string>

  beforeAll(async () => {
    const { stdout } = await jsonapiGenHere(['--help'], at('.'))
    const commands = [...stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, command = '']) => command)
    const ways = [
      ...commands.filter((command) => command !== 'help').map((command) => [command]),
      ['templates', 'eject'],
    ]
    for (const way of ways) {
      const { stdout: help } = await jsonapiGenHere([...way, '--help'], at('.'))
      ours.set(way.join(' '), optionsIn(help))
    }
    ours.set('create', optionsIn((await createHere(['--help'], at('.'))).stdout))
    ofScripts = new Set(scripts().flatMap((text) => [...optionsIn(text), ...parsedIn(text)]))
  })

  test.each(pages)('each command option in the text of %s exists', (page) => {
    const known = new Set([
      ...[...ours.values()].flatMap((options) => [...options]),
      ...ofScripts,
      ...OF_OTHERS,
    ])
    expect(
      codeIn(page).flatMap((code) => [...optionsIn(code)].filter((option) => !known.has(option))),
    ).toEqual([])
  })

  test.each(pages)('each project command in %s accepts the options that follow it', (page) => {
    const shown = blocksIn(page).filter(({ language }) => language === 'sh' || language === 'yaml')
    const lines = [...codeIn(page), ...shown.flatMap(({ text }) => text.split('\n'))]
    const faults = lines.flatMap((line) => {
      const [, command = '', sub = '', rest = ''] =
        /\bjsonapi-gen (init|generate|validate|policies|diff|openapi|explorer|graph|templates)( eject)?\b([^#&|;]*)/.exec(
          line,
        ) ?? []
      const options = ours.get(`${command}${sub}`)
      return options === undefined
        ? []
        : [...optionsIn(rest)].filter((option) => !options.has(option)).map((option) => `${line}: ${option}`)
    })
    expect(faults).toEqual([])
    expect([...ours.keys()]).toEqual(
      expect.arrayContaining(['generate', 'diff', 'graph', 'templates eject', 'create']),
    )
  })
})

const optionsIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/(?<![\w-])--[a-z][\w-]*/g)].map(([option]) => option))

/** The options that a script declares for `parseArgs`. */
const parsedIn = (text: string): readonly string[] =>
  [...text.matchAll(/^ +'?([a-z][\w-]*)'?: \{ type: '/gm)].map(([, name]) => `--${name}`)

/** The programs in this repository that people start: the scripts, and the demos. */
const scripts = (): readonly string[] =>
  ['scripts', 'examples/blog/src', 'examples/saas/src', 'bench'].flatMap((folder) =>
    readdirSync(at(folder))
      .filter((name) => /\.[jt]s$/.test(name))
      .map((name) => textOf(`${folder}/${name}`)),
  )

/**
 * Files that a page mentions but that exist only in another kind of project, in a build, or in an example
 * command.
 */
const ELSEWHERE = new Set([
  'biome.json',
  'eslint.config.js',
  'generated/openapi.gen.json',
  'index.js',
  'index.ts',
  'order.json',
  'prisma/dev.db',
  'src/generated/prisma',
  'pnpm-workspace.yaml',
  'route.ts',
  'explorer/dist/page',
  'test/jest-e2e.json',
  'schema.prisma',
  'test/fixtures/generator/invalid/JGnnn-what-it-is',
])

describe('docs/names: files', () => {
  let known: readonly string[] | undefined

  test.each(pages)(
    'each file that %s mentions exists: in the repository, in a new project, or in a block',
    async (page) => {
      known ??= await filesThatExist()
      const files = known
      const paths = codeIn(page).filter(
        (code) =>
          /^(?:src|prisma|test|docs|examples|runtime|client|create|scripts|bench|generated|routes|templates|templates-init|\.github)\/[\w./*-]+$|^[\w.-]+\.(?:[jt]sx?|json|ya?ml|prisma|md)$/.test(
            code,
          ) && !ELSEWHERE.has(code),
      )
      expect(paths.filter((path) => !files.some(isAtPath(path)))).toEqual([])
    },
  )

  test('a file is found by its path, by the end of its path, by its folder or by a pattern', () => {
    expect(
      ['src/a.ts', 'a.ts', 'a.js', 'src/', 'src', '*.ts', 'src/*.ts'].filter(
        (path) => !isAtPath(path)('src/a.ts'),
      ),
    ).toEqual([])
    expect(['b.ts', 'sr', 'src/b', '*.js'].filter((path) => isAtPath(path)('src/a.ts'))).toEqual(['*.js'])
  })
})

/**
 * Creates a function that checks whether a path names a file, or a folder that contains the file. An import
 * of `a.js` refers to the file `a.ts`.
 */
function isAtPath(path: string): (file: string) => boolean {
  const pattern = path
    .replace(/\/$/, '')
    .replaceAll(/[.+?()[\]{}^$|\\]/g, String.raw`\$&`)
    .replaceAll('**/', '(?:.*/)?')
    .replaceAll(/(?<!\.)\*/g, '[^/]*')
    .replace(/\\\.js$/, String.raw`\.[jt]s`)
  const matching = new RegExp(`(?:^|/)${pattern}(?:/|$)`)
  return (file) => matching.test(file)
}

async function filesThatExist(): Promise<readonly string[]> {
  const projects = await Promise.all(ORMS.map(async (orm) => textsUnder(await writtenProject(orm))))
  const project = projects.flatMap((files) => Object.keys(files))
  const ofBlocks = PAGES.flatMap((page) => blocksIn(page).flatMap(({ path }) => path ?? []))
  return [...project, ...ofBlocks, ...filesHere()]
}

/** Every file in the repository that a page may mention. */
function filesHere(): readonly string[] {
  const skipped = /^(?:node_modules|\.git|\.tmp|dist|\.generated|coverage)$/
  const under = (folder: string): readonly string[] =>
    readdirSync(at(folder)).flatMap((name) => {
      if (skipped.test(name)) return []
      const path = folder === '' ? name : `${folder}/${name}`
      return statSync(at(path)).isDirectory() ? under(path) : [path]
    })
  return under('')
}

describe('docs/names: `createApi` options', () => {
  const declared = ['http/served-options.ts', 'api/api-options.ts']
    .map((file) => readFileSync(at(`runtime/src/${file}`), 'utf8'))
    .join('')
  const names = new Set([...declared.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, name = '']) => name))
  const limits: object = DEFAULT_LIMITS

  test.each(pages)('each `createApi` option in the text of %s exists', (page) => {
    const faults = codeIn(page)
      .filter((code) => code.includes('createApi({'))
      .flatMap((code) => keysOf(code.replaceAll('…', '')))
      .filter(
        ([key, inner]) =>
          !names.has(key) || (key === 'limits' && inner.some((name) => !Object.hasOwn(limits, name))),
      )
    expect(faults).toEqual([])
  })

  test('the check finds options in a piece of code', () => {
    expect(keysOf('createApi({ prefix, limits: { body: 5 }, typo: 1 })')).toEqual([
      ['prefix', []],
      ['limits', ['body']],
      ['typo', []],
    ])
    expect([names.has('prefix'), names.has('typo')]).toEqual([true, false])
  })
})

type Key = readonly [name: string, inner: readonly string[]]

/** The keys of the object that `createApi` receives, each with the keys of its own object. */
function keysOf(code: string): readonly Key[] {
  const source = createSourceFile('code.ts', code, ScriptTarget.Latest, true)
  const found: Key[] = []
  const visit = (node: Node): void => {
    const [given] = isCallExpression(node) && node.expression.getText() === 'createApi' ? node.arguments : []
    for (const [name, value] of namesIn(given)) found.push([name, namesIn(value).map(([inner]) => inner)])
    forEachChild(node, visit)
  }
  visit(source)
  return found
}

function namesIn(node: Node | undefined): readonly (readonly [string, Node | undefined])[] {
  if (node === undefined || !isObjectLiteralExpression(node)) return []
  return node.properties.flatMap((property) =>
    property.name === undefined
      ? []
      : [[property.name.getText(), 'initializer' in property ? property.initializer : undefined] as const],
  )
}
