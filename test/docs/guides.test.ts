import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { blogOver, get, useClient } from '../support/blog.js'
import { type BlogClient, type OpenDatabase, sqlite } from '../support/databases.js'
import { blocksOf } from './blocks.js'
import { filesOfNewProject } from './new-project.js'
import { createdByMember, published } from './testing-examples.js'

const read = (path: string): string => readFileSync(at(path), 'utf8')

describe('docs/deployment.md', () => {
  test('the Dockerfile in docs/deployment.md copies and runs files that a new project has', async () => {
    const files = await filesOfNewProject()
    const [{ text: dockerfile } = { text: '' }] = blocksOf('docs/deployment.md', 'dockerfile')
    const { scripts } = JSON.parse(files.get('package.json') ?? '') as { scripts: Record<string, string> }
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \.\/$/gm)].flatMap(([, names = '']) =>
      names.split(' '),
    )
    // npm writes the lockfile when it installs packages.
    expect(copied.filter((name) => name !== 'package-lock.json' && !files.has(name))).toEqual([])
    const [, command = ''] = /^CMD (.*)$/m.exec(dockerfile) ?? []
    expect((JSON.parse(command) as string[]).join(' ')).toBe(scripts['start'])
    expect(dockerfile).toContain(`RUN npm run build`)
    expect(scripts['build']).toBe('prisma generate && tsc')
    expect(scripts['db:migrate']).toBe('node --import ./dist/env.js dist/database/migrate-script.js')
    expect(read('docs/deployment.md')).toContain(`\`${scripts['db:migrate']}\``)
    const [{ text: ignored } = { text: '' }] = blocksOf('docs/deployment.md', 'dockerignore')
    expect(
      ignored
        .trim()
        .split('\n')
        .filter((line) => !(files.get('.gitignore') ?? '').replaceAll('/', '').includes(line)),
    ).toEqual([])
  })
})

describe('docs/testing.md', () => {
  let db: OpenDatabase<BlogClient>
  beforeAll(async () => {
    db = await sqlite.open({ seed: true })
  })
  afterAll(() => db.close())

  test('the code in docs/testing.md runs', async () => {
    await published(blogOver(db.prisma))
    const locals: unknown[] = []
    const fetch = (_: Request, given: unknown) => Promise.resolve((locals.push(given), new Response()))
    const api = { fetch }
    await createdByMember(api, new Request('http://localhost/posts'))
    expect(locals).toEqual([{ user: { id: 1, role: 'member' } }])
  })
})

describe('docs/moving.md', () => {
  const tables = read('docs/moving.md')
  const here = [...tables.matchAll(/^\|[^|]*\|([^|]*)\|$/gm)].map(([, cell = '']) => cell)

  test('the schema keys in docs/moving.md exist in the schema format', () => {
    const schema = read('schema.json')
    const keys = here.flatMap((cell) => [...cell.matchAll(/`(\w+): /g)].map(([, key = '']) => key))
    const own = ['posts', 'title', 'x', 'popular', 'total', 'context', 'read', 'create', 'size']
    expect(keys.length).toBeGreaterThan(12)
    expect(keys.filter((key) => !own.includes(key) && !schema.includes(`"${key}"`))).toEqual([])
  })

  test('the class members in docs/moving.md exist in the runtime', () => {
    const declared = readdirSync(at('runtime/src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => read(`runtime/src/${file}`))
      .join('\n')
    const names = [
      'baseScope',
      'resolve',
      'beforeCommit',
      'afterCommit',
      'renderJsonapi',
      'jsonapiCreate',
      'useAdapter',
    ]
    expect(names.filter((name) => !tables.includes(name))).toEqual([])
    expect(
      names.filter((name) => !new RegExp(`^  (?:static |async )*${name}[<(]`, 'm').test(declared)),
    ).toEqual([])
  })
})

describe('docs/errors-and-logging.md', () => {
  test('the runtime exports the errors that docs/errors-and-logging.md recommends', () => {
    const [, sentence = ''] =
      /^Your own code can throw (.*?) from `@/m.exec(read('docs/errors-and-logging.md')) ?? []
    const named = [...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name)
    const names = read('test/packing/public-names.txt')
    expect(named.length).toBeGreaterThan(4)
    expect(named.filter((name) => !names.includes(`index ${name} value`))).toEqual([])
  })
})

describe('docs/upgrading.md', () => {
  test('the commands in docs/upgrading.md exist', async () => {
    const { stdout } = await jsonapiGenHere(['generate', '--help'], at('.'))
    expect(['--diff', '--check', '--against'].filter((option) => !stdout.includes(option))).toEqual([])
    expect(await jsonapiGenHere(['templates', 'eject', '--help'], at('.'))).toMatchObject({ code: 0 })
  })
})

describe('docs/images', () => {
  test('the picture on the home page differs between the light and dark themes only in its colors', () => {
    const [light, dark] = ['light', 'dark'].map((name) => read(`docs/images/overview-${name}.svg`))
    const drawn = (text = ''): string => text.replaceAll(/#[0-9a-f]{6}/g, '#')
    expect(drawn(light)).toBe(drawn(dark))
    expect(light).not.toBe(dark)
  })

  test('each line of the picture on the home page fits into its box, even in the widest font', () => {
    const drawing = read('docs/images/overview-light.svg')
    const numbersOf = (pattern: RegExp) => [...drawing.matchAll(pattern)].map((match) => match.slice(1))
    const boxes = numbersOf(/<rect x="([\d.]+)" [^>]*width="([\d.]+)"/g).map(([x, width]) => ({
      left: Number(x),
      right: Number(x) + Number(width),
    }))
    const wide = numbersOf(/<text x="([\d.]+)"[^>]*font-size="([\d.]+)"[^>]*>([^<]*)</g).filter(
      ([x, size, text = '']) => {
        const box = boxes.find(({ left, right }) => left <= Number(x) && Number(x) < right)
        const letters = text.replaceAll(/&\w+;|&#\w+;/g, '.').length
        return box === undefined || Number(x) + letters * Number(size) * 0.61 > box.right
      },
    )
    expect([boxes.length, wide]).toEqual([4, []])
  })

  test('the picture on the home page shows lines of the schema and of the class generated from it', () => {
    const texts = textsOf('docs/images/overview-light.svg')
    const generated = read('examples/blog/src/api/generated/post.gen.ts')
    const declarations = texts.filter((text) => text.startsWith('this.'))
    expect(declarations.length).toBe(5)
    expect(declarations.filter((text) => !generated.includes(text.split(', …')[0] ?? ''))).toEqual([])
    const names = texts.filter((text) => /^\w+:/.test(text)).map((text) => text.split(':')[0])
    expect(names.filter((name) => !read('schema.example.yaml').includes(`${name}:`))).toEqual([])
  })

  test('the request in the picture on the home page returns the documented response', async () => {
    const db = await sqlite.open({ seed: true })
    onTestFinished(() => db.close())
    useClient(db.prisma)
    const texts = textsOf('docs/images/overview-light.svg')
    const asked = texts.findIndex((text) => text.startsWith('GET '))
    const { body } = await get(`${texts[asked]?.replace('GET ', '')}${texts[asked + 1]}`)
    const { data, included } = body as {
      readonly data: readonly {
        readonly type: string
        readonly id: string
        readonly attributes: { readonly title: string }
      }[]
      readonly included: readonly unknown[]
    }
    const [{ type, id, attributes } = { type: '', id: '', attributes: { title: '' } }] = data
    // The dots in the picture stand for more than one record.
    expect([data.length, included.length]).toEqual([2, 2])
    expect(texts).toContain(`"type": "${type}", "id": "${id}",`)
    expect(texts).toContain(`"title": "${attributes.title}"`)
  })
})

const textsOf = (path: string): readonly string[] =>
  [...read(path).matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) =>
    text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&').trim(),
  )
