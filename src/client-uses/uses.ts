import { createRequire } from 'node:module'
import type { Contract } from '@jsonapi-gen/runtime/vocabulary'
import type * as TsMorph from 'ts-morph'
import { changesOf } from '../contract-diff/find-causes.js'
import type { Call, Placed } from '../contract-diff/render.js'
import type { Diagnostic } from '../diagnostic/diagnostic.js'
import { clientFileOf } from '../emit/client-file.js'
import type { FileNode } from '../emit/file.js'
import { printHere } from '../emit/print.js'
import { librariesOf } from './libraries.js'
import { type Client, type ClientError, openClient } from './open-client.js'
import { patched } from './patched.js'

/** The calls of clients that a change breaks, and the files in which there may be more. */
export interface Use {
  readonly calls: readonly Call[]
  readonly unchecked: readonly string[]
}

/**
 * The uses of each breaking change, keyed by its fingerprint; undefined if the clients' types do not show the change. A
 * change that no call seems to use is missing if a client could not be compiled.
 */
export type Uses = ReadonlyMap<string, Use | undefined>

/**
 * Finds the calls in typed clients that each breaking change breaks: it compiles each folder first with the types of
 * the older contract, and then with types that include changes. Changes are compiled together until an error shows that
 * one of them is used.
 */
export async function usesOf(
  findings: readonly Placed[],
  { base, head }: { readonly base: Contract; readonly head: Contract },
  folders: readonly string[],
): Promise<{ readonly uses: Uses; readonly diagnostics: readonly Diagnostic[] }> {
  const breaking = changesOf(findings)
    .map(({ cause, effects }) => ({ cause, all: [cause, ...effects] }))
    .filter(({ all }) => all.some(({ level }) => level === 'breaking'))
    .map(({ cause, all }) => ({
      fingerprint: cause.fingerprint,
      place: cause.place,
      places: all.map(({ place }) => place),
    }))
  const print = await printHere()
  const typesWith = (changes: readonly Tried[]) =>
    clientFileOf(
      patched(
        base,
        head,
        changes.flatMap(({ places }) => places),
      ),
    )
  const shows = (changes: readonly Tried[], known?: readonly { readonly type: string }[]): boolean =>
    shownBy(clientFileOf(base, known)) !==
    shownBy(
      clientFileOf(
        patched(
          base,
          head,
          changes.flatMap(({ places }) => places),
        ),
        known,
      ),
    )
  // Most changes are visible in their own type, and compiling all types takes a hundred times longer.
  const own = breaking.filter((each) => shows([each], typesIn(each)))
  const others = breaking.filter((each) => !own.includes(each))
  const visible = shows(others) ? [...own, ...others.filter((each) => shows([each]))] : own
  const morph: typeof TsMorph = createRequire(import.meta.url)('ts-morph')
  const libraries = librariesOf(morph)
  const opened = [...new Set(folders)].map((folder) => openClient(folder, morph.ts, libraries))
  const clients = opened.flatMap((each) => ('code' in each ? [] : [each]))
  const typesOf = async (changes: readonly Tried[]): Promise<string> => (await print(typesWith(changes))).text
  const calls = new Map<Tried, Call[]>(visible.map((each) => [each, []]))
  for (const client of clients) {
    const known = new Set(client.errorsWith(await typesOf([])).map(({ key }) => key))
    for (const [change, errors] of await culprits(visible, async (changes) =>
      newErrors(client, await typesOf(changes), known),
    )) {
      calls.get(change)?.push(...callsOf(errors))
    }
  }
  const unchecked = [...new Set(clients.flatMap((each) => each.unchecked))]
  const isWhole = clients.length === opened.length
  const uses = new Map<string, Use | undefined>()
  for (const { fingerprint } of breaking) uses.set(fingerprint, undefined)
  for (const [{ fingerprint }, found] of calls) {
    if (found.length === 0 && !isWhole) uses.delete(fingerprint)
    else uses.set(fingerprint, { calls: unique(found), unchecked })
  }
  return { uses, diagnostics: opened.flatMap((each) => ('code' in each ? [each] : [])) }
}

/**
 * The parts of a client file that show a change to calls. The values for forms (`inputs`) change with every bound, but no
 * call has them in its types.
 */
const shownBy = ({ statements, ...file }: FileNode): string =>
  JSON.stringify({
    ...file,
    statements: statements.filter(
      (statement) =>
        statement.kind !== 'const' || statement.declarations.every(({ name }) => name !== 'inputs'),
    ),
  })

/** A change to compile. */
interface Tried {
  readonly fingerprint: string
  readonly place: string
  readonly places: readonly string[]
}

const typesIn = ({ places }: Tried): readonly { readonly type: string }[] =>
  [...new Set(places.map((place) => place.split('.')[0] ?? ''))].map((type) => ({ type }))

type Compile = (changes: readonly Tried[]) => Promise<readonly ClientError[]>

/** The changes that cause errors. Those that an error seems to name are compiled first, each alone. */
async function culprits(
  changes: readonly Tried[],
  compile: Compile,
): Promise<readonly (readonly [Tried, readonly ClientError[]])[]> {
  if (changes.length === 0) return []
  const errors = await compile(changes)
  if (errors.length === 0) return []
  const [only, ...others] = changes
  if (only && others.length === 0) return [[only, errors]]
  const named = changes.filter((each) => errors.some((error) => names(error, each)))
  const rest = changes.filter((each) => !named.includes(each))
  const halves =
    named.length === 0
      ? [changes.slice(0, changes.length / 2), changes.slice(changes.length / 2)]
      : [...named.map((each) => [each]), rest]
  const found = []
  for (const each of halves) found.push(...(await culprits(each, compile)))
  return found
}

/** Whether an error seems to be about a change: its line or message contains the names of the member and the type. */
function names({ text }: ClientError, { place }: Tried): boolean {
  const [type = '', ...rest] = place.split('.')
  return [type, rest.at(-1) ?? ''].every((name) => text.includes(name))
}

const newErrors = (client: Client, text: string, own: ReadonlySet<string>): readonly ClientError[] =>
  client.errorsWith(text).filter(({ key }) => !own.has(key))

/** The calls with errors, one for each line. */
function callsOf(errors: readonly ClientError[]): readonly Call[] {
  const first = errors.filter(({ isFollowing }) => !isFollowing)
  return unique(
    (first.length === 0 ? errors : first).map(({ file, line, message }) => ({ file, line, message })),
  )
}

const unique = (calls: readonly Call[]): readonly Call[] =>
  [...new Map(calls.toReversed().map((each) => [`${each.file}:${each.line}`, each])).values()].toReversed()
