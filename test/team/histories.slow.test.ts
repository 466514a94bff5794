import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { driftOf, loadSchema, prepare, applyPlan, changesOf, type Plan } from 'jsonapi-gen'
import { emptyFolder, textsUnder } from '../generator/support/folder.js'
import { isSoak } from '../support/sample.js'

// An event in a project's history. Users, git, an editor and a formatter cause events in any order.
type Event =
  | { readonly kind: 'generate' | 'crlf' | 'lf' | 'format' }
  | { readonly kind: 'add' | 'remove' | 'rename' | 'change' | 'merge'; readonly type: number }
  | { readonly kind: 'edit' | 'conflict' | 'delete' | 'extend'; readonly file: number }

const TYPES = ['boards', 'cards', 'lists', 'notes', 'tags']

const events: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ kind: fc.constantFrom('generate', 'generate', 'crlf', 'lf', 'format') }),
  fc.record({
    kind: fc.constantFrom('add', 'remove', 'rename', 'change', 'merge'),
    type: fc.nat(TYPES.length - 1),
  }),
  fc.record({ kind: fc.constantFrom('edit', 'conflict', 'delete', 'extend'), file: fc.nat(50) }),
)

const COUNT = isSoak ? 1000 : 10
const SEED = Number(process.env['FUZZ_SEED'] ?? 4711)

test(`after any history, \`--check\` reports each difference and its reason, and \`generate\` removes it: ${COUNT} histories`, async () => {
  const run = await fc.check(
    fc.asyncProperty(fc.array(events, { minLength: 3, maxLength: 12 }), async (history) => {
      const project = await createProject()
      for (const event of history) await project.happens(event)
      await project.judge()
    }),
    { numRuns: COUNT, seed: SEED },
  )
  expect({ failed: run.failed, counterexample: run.counterexample, error: run.errorInstance }).toEqual({
    failed: false,
    counterexample: null,
    error: null,
  })
}, 3_600_000)

/** A project whose files are checked independently of the generator. */
interface Project {
  happens(event: Event): Promise<void>
  judge(): Promise<void>
}

async function createProject(): Promise<Project> {
  const folder = join(await emptyFolder(), 'project')
  await mkdir(folder)
  const types = new Map([['notes', 1]])
  const planned = async (): Promise<Plan> => {
    await writeFile(join(folder, 'schema.yaml'), schemaOf(types))
    const loaded = await loadSchema(join(folder, 'schema.yaml'), 'schema.yaml')
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics))
    const prepared = await prepare({ schema: loaded.schema, base: loaded.base })
    if (!prepared.ok) throw new Error(JSON.stringify(prepared.diagnostics))
    return prepared.plan
  }
  const root = join(folder, 'api')
  const files = (): Promise<Readonly<Record<string, string>>> => textsUnder(root).catch(() => ({}))
  const rewrite = async (path: string, text: string): Promise<void> => writeFile(join(root, path), text)
  const change = async (index: number, how: (text: string) => string): Promise<void> => {
    const all = Object.entries(await files())
    const [path, text] = all[index % all.length] ?? []
    if (path !== undefined && text !== undefined) await rewrite(path, how(text))
  }
  const changeAll = async (how: (text: string, path: string) => string): Promise<void> => {
    for (const [path, text] of Object.entries(await files())) await rewrite(path, how(text, path))
  }
  const add = (type: string): void => void types.set(type, (types.get(type) ?? 0) + 1)
  const generate = async (): Promise<void> => expect(await applyPlan(await planned(), root)).toEqual([])
  const put = async (texts: Readonly<Record<string, string>>): Promise<void> => {
    await rm(root, { recursive: true, force: true })
    for (const [path, text] of Object.entries(texts)) {
      await mkdir(dirname(join(root, path)), { recursive: true })
      await rewrite(path, text)
    }
  }
  /** Merges two branches that each change or add a type and then generate. The schema merges without conflicts. */
  const merge = async (mine: string, theirs: string): Promise<void> => {
    await generate()
    const base = await files()
    const before = new Map(types)
    add(theirs)
    await generate()
    const other = await files()
    types.clear()
    for (const [type, version] of before) types.set(type, version)
    await put(base)
    add(mine)
    await generate()
    await put(await merged(folder, base, await files(), other))
    add(theirs)
  }
  return {
    async happens(event) {
      switch (event.kind) {
        case 'generate':
          await generate()
          break
        case 'crlf':
          await changeAll((text) => text.replaceAll(/\r?\n/g, '\r\n'))
          break
        case 'lf':
          await changeAll((text) => text.replaceAll('\r\n', '\n'))
          break
        case 'format':
          await changeAll((text, path) => (path.endsWith('.gen.ts') ? formatted(text) : text))
          break
        case 'add':
        case 'change':
          add(TYPES[event.type] ?? 'notes')
          break
        case 'remove':
          if (types.size > 1) types.delete(TYPES[event.type] ?? '')
          break
        case 'rename': {
          const type = TYPES[event.type] ?? ''
          const version = types.get(type)
          if (version !== undefined && types.delete(type)) types.set(`${type.slice(0, -1)}Records`, version)
          break
        }
        case 'merge':
          await merge(TYPES[event.type] ?? 'notes', TYPES[(event.type + 1) % TYPES.length] ?? 'notes')
          break
        case 'edit':
          await change(event.file, (text) => `${text}export const mine = 1\n`)
          break
        case 'conflict':
          await change(event.file, (text) => `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> theirs\n`)
          break
        case 'extend':
          await change(event.file, (text) => text.replace(' {}\n', ' {\n  mine = 1\n}\n'))
          break
        case 'delete': {
          const paths = Object.keys(await files())
          await rm(join(root, paths[event.file % Math.max(1, paths.length)] ?? 'nothing'), { force: true })
          break
        }
      }
    },
    async judge() {
      const before = await files()
      const plan = await planned()
      const drift = driftOf(plan, 'generate')
      // The written and deleted files are exactly the reported ones, and none of them belongs to the user.
      expect(drift.map(({ path }) => path)).toEqual(changesOf(plan).map(({ path }) => path))
      expect(drift.filter(({ path }) => path in before && !path.startsWith('generated/'))).toEqual([])
      for (const { path, kind } of drift) {
        expect([path, kind]).toEqual([path, kindOf(path, before[path], kind)])
      }
      expect(await applyPlan(plan, root)).toEqual([])
      const after = await files()
      const owned = Object.entries(before).filter(([path]) => !path.startsWith('generated/'))
      expect(Object.fromEntries(owned.map(([path]) => [path, after[path]]))).toEqual(
        Object.fromEntries(owned),
      )
      expect(driftOf(await planned(), 'generate')).toEqual([])
      await rm(folder, { recursive: true })
    },
  }
}

/** The result of merging two trees with git, including conflicts. */
async function merged(
  folder: string,
  ...[base, mine, theirs]: readonly [Texts, Texts, Texts]
): Promise<Texts> {
  const both = Object.keys({ ...mine, ...theirs }).map(async (path) => {
    const sides = [mine[path], base[path], theirs[path]]
    const [ours, before, other] = sides
    if (ours === other || other === before) return [path, ours] as const
    if (ours === before) return [path, other] as const
    const names = await Promise.all(
      sides.map(async (text = '', index) => {
        const name = join(folder, `${path.replaceAll('/', '-')}.${index}`)
        await writeFile(name, text)
        return name
      }),
    )
    // The exit code is the number of conflicts.
    const text = await new Promise<string>((resolve) => {
      execFile('git', ['merge-file', '-p', ...names], (_conflicts, stdout) => resolve(stdout))
    })
    await Promise.all(names.map((name) => rm(name)))
    return [path, text] as const
  })
  const found = (await Promise.all(both)).flatMap(([path, text]) =>
    text === undefined ? [] : [[path, text]],
  )
  return Object.fromEntries(found)
}

type Texts = Readonly<Record<string, string>>

// The expected kind of a difference, as far as the file shows it without its schema.
function kindOf(path: string, text: string | undefined, said: string): string {
  if (text === undefined) return 'missing'
  if (said === 'orphaned') return said
  if (/^<{7} /m.test(text)) return 'merge conflict'
  // Files about all resources have no digest (20.13).
  const isOfAll = /\/(?:index|routes)\.gen\.ts$/.test(path)
  if (text.includes('mine = 1') && !isOfAll) return 'edited by hand'
  return text.includes('\t') && said === 'reformatted' ? said : 'stale'
}

// Formats the text as other formatters would: with tabs, the other kind of quotes, and no semicolons.
function formatted(text: string): string {
  return text
    .replaceAll(/^(?: {2})+/gm, (blanks) => '\t'.repeat(blanks.length / 2))
    .replaceAll(/['"]/g, (quote) => (quote === '"' ? "'" : '"'))
    .replaceAll(/;$/gm, '')
}

function schemaOf(types: ReadonlyMap<string, number>): string {
  const resource = ([type, version]: readonly [string, number]): string =>
    `  ${type}: { model: ${type.replace(/Records$/, '')}Model, attributes: { name: { type: string, maxLength: ${version} } } }\n`
  return `generate: { output: api }\nresources:\n${[...types].map(resource).join('')}`
}
