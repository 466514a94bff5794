import { readFileSync } from 'node:fs'
import { readFile, writeFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Database, Framework } from '../../../create/src/choices.js'
import { at } from '../../../scripts/lib/paths.js'
import { type Block, blocksOf } from '../../docs/blocks.js'
import { runIn, startProject, type Started } from './project.js'

/** A block in docs/tutorial.md, as a step to follow. */
export type Step =
  | { readonly kind: 'file'; readonly path: string; readonly text: string }
  | {
      readonly kind: 'replace'
      readonly path: string
      readonly place: 'piece' | 'line' | 'each' | 'end'
      readonly old: string
      readonly text: string
    }
  | { readonly kind: 'command'; readonly line: string }
  | {
      readonly kind: 'request'
      readonly line: string
      readonly status: number
      readonly headers: Headers
      readonly body: string
    }
  | { readonly kind: 'answer'; readonly document: object }
  | { readonly kind: 'printed'; readonly text: string }

/** The tutorial's steps for a framework and a database, in the order of its two pages. */
export function tutorialSteps(framework: Framework, database: Database): readonly Step[] {
  const chosen: readonly string[] = [framework, database]
  const blocks = [...blocksOf('docs/tutorial.md', '*'), ...blocksOf('docs/tutorial-guards.md', '*')]
  return stepsOf(
    blocks
      .filter(
        ({ only = '', path = '' }) => only === '' || chosen.includes(only.toLowerCase()) || isMigration(path),
      )
      .map((block) =>
        isMigration(block.path) ? { ...block, text: migrationOn(database, block.text) } : block,
      ),
  )
}

const isMigration = (path = ''): boolean => path.endsWith('migration.sql')

/** The migration that Prisma writes for a database other than the page's. */
const migrationOn = (database: Database, shown: string): string =>
  database === 'sqlite' ? shown : readFileSync(at(`test/create/support/orders.${database}.sql`), 'utf8')

/** The instructions in blocks: files to write, requests to send, and expected responses. */
export const stepsOf = (blocks: readonly Block[]): readonly Step[] => blocks.flatMap(stepsIn)

function stepsIn({ language, path, place, old = '', text }: Block): readonly Step[] {
  if (path !== undefined && place !== undefined) return [{ kind: 'replace', path, place, old, text }]
  if (path !== undefined) return [{ kind: 'file', path, text }]
  switch (language) {
    case 'sh':
      return text
        .trim()
        .split('\n')
        .map((line): Step => ({ kind: 'command', line: line.replace(/ +#.*$/, '') }))
    case 'http': {
      // A body begins after an empty line, or with a brace on a new line.
      const [, head = '', body = ''] = /^(.*?)(?:\n\n|\n(?=\{)|$)(.*)$/s.exec(text.trim()) ?? []
      const [first = '', ...headers] = head.trim().split('\n')
      const [, line = '', status = ''] = /^(.*) → (\d+)$/.exec(first) ?? []
      const pairs = headers.map((header): [string, string] => [
        header.slice(0, header.indexOf(':')),
        header.slice(header.indexOf(':') + 1).trim(),
      ])
      return [{ kind: 'request', line, status: Number(status), headers: new Headers(pairs), body }]
    }
    case 'json':
      return [{ kind: 'answer', document: JSON.parse(text) as object }]
    case 'text':
      return [{ kind: 'printed', text }]
    default:
      throw new Error(`The tutorial has a block that nothing runs: ${language}`)
  }
}

/** Sends a request to a server. In the result, the body is undefined if the response has none. */
export async function sent(url: string, step: Extract<Step, { kind: 'request' }>): Promise<Answered> {
  const [method = '', path = ''] = step.line.split(' ')
  if (step.body !== '' && !step.headers.has('content-type')) step.headers.set('content-type', MEDIA_TYPE)
  const response = await fetch(`${url}${path}`, {
    method,
    headers: step.headers,
    ...(step.body !== '' && { body: step.body }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

export interface Answered {
  readonly status: number
  readonly body: unknown
}

export type Change = Extract<Step, { kind: 'replace' }>

export async function replaceIn(folder: string, step: Change): Promise<void> {
  const path = join(folder, step.path)
  await writeFile(path, replaced(await readFile(path, 'utf8'), step))
}

/**
 * Returns the text after a change. The change replaces the old text, which must occur once, replaces each line that
 * equals it, or appends text. Indentation is ignored when lines are compared.
 */
export function replaced(before: string, step: Change): string {
  if (step.place === 'end') return `${before}${step.text}`
  const line = before.split('\n').find((text) => text.trim() === step.old)
  const [old, text] =
    step.place === 'piece' ? [step.old, step.text.trimEnd()] : [`\n${line}\n`, `\n${step.text}`]
  const found = before.split(old).length - 1
  if (step.place === 'each' ? found === 0 : found !== 1) {
    throw new Error(`${step.path} has ${found} times ${step.old}`)
  }
  return before.replaceAll(old, () => text)
}

/** The result of following a step. */
export interface Taken {
  readonly status?: number
  readonly body?: unknown
  readonly printed?: string
}

const MEDIA_TYPE = 'application/vnd.api+json'

/** Follows the steps in a project, one after another. */
export class Walk {
  readonly folder: string
  #server: Started | undefined

  constructor(folder: string) {
    this.folder = folder
  }

  async take(step: Exclude<Step, { kind: 'answer' | 'printed' }>): Promise<Taken> {
    switch (step.kind) {
      case 'file':
        await mkdir(dirname(join(this.folder, step.path)), { recursive: true })
        await writeFile(join(this.folder, step.path), step.text)
        return {}
      case 'replace': {
        await replaceIn(this.folder, step)
        return {}
      }
      case 'command':
        return this.#run(step.line)
      case 'request': {
        if (!this.#server) throw new Error('The server has not been started.')
        return sent(this.#server.url, step)
      }
    }
  }

  async end(): Promise<void> {
    await this.#server?.terminate()
    this.#server = undefined
  }

  async #run(line: string): Promise<Taken> {
    // The project already exists: `create` has its own tests.
    if (/^(?:npm ci|npm run create |cd )/.test(line)) return {}
    const [, assigned, command = line] = /^(\w+=\w+) (.*)$/.exec(line) ?? []
    const env = Object.fromEntries(assigned === undefined ? [] : [assigned.split('=')]) as Record<
      string,
      string
    >
    if (command === 'npm start') {
      await this.end()
      this.#server = await startProject(this.folder, env)
      return {}
    }
    const [program = '', ...parameters] = command.split(' ')
    const url = this.#server?.url ?? ''
    const { code, stdout, stderr } = await runIn(this.folder, program, parameters, { ...env, API_URL: url })
    if (code !== 0) throw new Error(`${line}\n${stdout}${stderr}`)
    return { printed: stdout }
  }
}
