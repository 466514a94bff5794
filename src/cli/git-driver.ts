import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Contract } from '@jsonapi-gen/runtime/vocabulary'
import { factsOf } from '../contract-diff/facts.js'
import { factsOfSides, sidesOf } from '../contract-diff/sides.js'
import { type ContractResult, readContract } from '../contract-diff/read-contract.js'
import { judged } from './diff.js'
import { changesAsText } from '../contract-diff/render.js'
import { visible } from '../diagnostic/visible.js'
import { EXIT, type ExitCode, type Io } from './io.js'
import { paletteOf } from './palette.js'

/**
 * `jsonapi-gen git-driver`: prints what `git diff` shows for a changed contract. Git passes the path and both versions.
 * With `text`, prints one version as lines, for `git log -p`. A file that is not a contract of this version is shown as
 * git would show it.
 */
export async function gitDriver(
  parameters: readonly string[],
  { text }: { readonly text?: string },
  io: Io,
): Promise<ExitCode> {
  if (text !== undefined) {
    const content = await readFile(text, 'utf8').catch(() => undefined)
    if (content === undefined) {
      io.err(`${text} cannot be read\n`)
      return EXIT.invalid
    }
    const read = readContract(content, text)
    const sides = sidesOf(content)
    const facts = read.ok ? factsOf(read.contract) : sides && factsOfSides(sides)
    io.out(facts ? `${facts.map(visible).join('\n')}\n` : content)
    return EXIT.done
  }
  const [path = '', before = '', , , now = '', , , renamed = path] = parameters
  if (before === '' || now === '') {
    io.out(`* Unmerged path ${path}\n`)
    return EXIT.done
  }
  io.out(`diff --git a/${path} b/${renamed}\n`)
  const [base, head] = [await versionIn(before), await versionIn(now)]
  const sides =
    base?.ok && head?.ok === false ? sidesOf(await readFile(now, 'utf8').catch(() => '')) : undefined
  if (base?.ok && head?.ok) {
    io.out(`${changesBetween(base.contract, head.contract)}\n`)
  } else if (base?.ok && sides) {
    io.out(
      'The contract has a merge conflict. Resolve the conflict in the schema, and run npx jsonapi-gen generate.\n',
    )
    for (const side of sides) {
      io.out(`\n${visible(side.name)}:\n${changesBetween(base.contract, side.contract)}\n`)
    }
  } else if (base === undefined && head?.ok) {
    io.out(`The contract is new: ${visible(Object.keys(head.contract.resources).join(', '))}\n`)
  } else if (base?.ok && head === undefined) {
    io.out(`The contract was removed: ${visible(Object.keys(base.contract.resources).join(', '))}\n`)
  } else {
    io.out(`--- a/${path}\n+++ b/${renamed}\n${await plainDiff(before, now)}`)
  }
  return EXIT.done
}

function changesBetween(base: Contract, head: Contract): string {
  const changes = judged({ base, head, schema: undefined, waivers: [] })
  if (changes.length === 0) return 'Nothing has changed for API clients.'
  return changesAsText(changes, paletteOf(process.env['GIT_PAGER_IN_USE'] === 'true'))
}

/** The contract in a file; undefined for a version that does not exist. */
async function versionIn(path: string): Promise<ContractResult | undefined> {
  if (path === '/dev/null' || path === 'nul') return undefined
  return readContract(await readFile(path, 'utf8').catch(() => ''), path)
}

/**
 * The line-by-line diff that git itself prints, without its header, which names temporary files. Git exits with 1 if
 * the files differ.
 */
function plainDiff(before: string, now: string): Promise<string> {
  const parameters = ['--no-pager', 'diff', '--no-index', '--no-ext-diff', '--no-textconv', '--', before, now]
  return new Promise((resolve) => {
    execFile('git', parameters, { maxBuffer: 64 * 1024 * 1024 }, (_, stdout) =>
      resolve(stdout.slice(Math.max(0, stdout.search(/^@@ /m)))),
    )
  })
}
