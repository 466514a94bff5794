import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { blocksIn, blocksOf } from './blocks.js'
import { PAGES } from './pages.js'

const root = new URL('../..', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')
const readme = read('README.md')

describe('the README matches the repository', () => {
  test('every file that the README links to exists', () => {
    const links = [...readme.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, path]) => path ?? '')
    expect(links.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
  })

  test("the project tree in the README lists the blog's files", () => {
    const [{ text: tree } = { text: '' }] = blocksOf('docs/commands.md', 'text')
    const paths = [...tree.matchAll(/^ {2}(\S+\.ts)/gm)].map(([, path]) => path ?? '')
    expect(paths.length).toBe(8)
    expect(paths.filter((path) => !existsSync(new URL(`examples/blog/src/api/${path}`, root)))).toEqual([])
  })
})

describe('the tables in docs/commands.md', () => {
  const page = read('docs/commands.md')

  test("the tables in docs/commands.md list the generate command's options", async () => {
    const { stdout } = await jsonapiGenHere(['generate', '--help'], at('.'))
    const flags = (text: string): string[] =>
      [...text.matchAll(/--[a-z-]+(?: <\w+>)?/g)].map(([flag]) => flag).toSorted()
    const table = page.slice(page.indexOf('| `jsonapi-gen generate` |'), page.indexOf('| other commands'))
    const rows = [...table.matchAll(/^\| `(--[^`]+)`/gm)].map(([, flag]) => flag ?? '')
    expect(rows.toSorted()).toEqual(
      flags(stdout.slice(stdout.indexOf('Options:'))).filter((flag) => flag !== '--help'),
    )
  })

  test('the tables in docs/commands.md list commands that exist', async () => {
    const { stdout } = await jsonapiGenHere(['--help'], at('.'))
    const listed = stdout
      .slice(stdout.indexOf('Write files:'), stdout.indexOf('Examples:'))
      .matchAll(/^ {2}([\w-]+)/gm)
    const commands = [...listed]
      .map(([, name]) => name ?? '')
      .filter((name) => name !== 'help' && name !== 'generate')
    const rows = [...page.matchAll(/^\| `jsonapi-gen ([\w-]+)( \w+)?` \| \w/gm)].map(([, name]) => name ?? '')
    expect(rows.toSorted()).toEqual(commands.toSorted())
  })

  test("the tables in docs/commands.md list the members of an API's options", () => {
    const membersOf = (file: string, type: string): string => {
      const text = read(file)
      return text.slice(text.indexOf(type), text.indexOf('\n}\n', text.indexOf(type)))
    }
    const members =
      membersOf('runtime/src/http/served-options.ts', 'interface AnyServedOptions') +
      membersOf('runtime/src/api/api-options.ts', 'interface ApiOptions')
    const names = [...members.matchAll(/^ {2}readonly (\w+)/gm)].map(([, name]) => name)
    const table = page.slice(page.indexOf('| `createApi({ … })` |'), page.indexOf('## Generated files'))
    const rows = [...table.matchAll(/^\| (`.*?) \|/gm)].slice(1)
    const named = rows.flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name))
    expect(named.toSorted()).toEqual(names.toSorted())
  })

  test('a documented command whose URL contains brackets tells curl not to interpret them', () => {
    const commands = PAGES.flatMap((page) =>
      blocksIn(page).flatMap(({ text }) => text.replaceAll('\\\n', '').match(/^curl .*/gm) ?? []),
    )
    expect(commands.length).toBeGreaterThan(1)
    expect(commands.filter((command) => command.includes('[') && !/^curl -\w*g/.test(command))).toEqual([])
  })

  test('the commands for contributors are in package.json, and CI runs the test command', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const commands = [...readme.matchAll(/^npm ci && npm (run )?(\w+)/gm)].map(([, , name]) => name ?? '')
    expect(commands).toEqual(['demo', 'test'])
    expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
    expect(read('.ci/run')).toMatch(/ npm ci$.* npm test$/ms)
  })
})
