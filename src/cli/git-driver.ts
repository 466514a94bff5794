import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { factsOf } from '../contract-diff/facts.js'
import { type ContractResult, readContract } from '../contract-diff/read-contract.js'
import { judged } from './diff.js'
import { changesAsText } from '../contract-diff/render.js'
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
    io.out(read.ok ? `${factsOf(read.contract).join('\n')}\n` : content)
    return EXIT.done
  }
  const [path = '', before = '', , , now = ''] = parameters
  if (before === '' || now === '') {
    io.out(`* Unmerged path ${path}\n`)
    return EXIT.done
  }
  io.out(`diff --git a/${path} b/${path}\n`)
  const [base, head] = [await contractIn(before), await contractIn(now)]
  if (base?.ok && head?.ok) {
    const changes = judged({ base: base.contract, head: head.contract, schema: undefined, waivers: [] })
    const shown = changesAsText(changes, paletteOf(process.env['GIT_PAGER_IN_USE'] === 'true'))
    io.out(`${changes.length === 0 ? 'Nothing has changed for API clients.' : shown}\n`)
  } else if (base === undefined && head?.ok) {
    io.out(`The contract is new: ${Object.keys(head.contract.resources).join(', ')}\n`)
  } else if (base?.ok && head === undefined) {
    io.out(`The contract was removed: ${Object.keys(base.contract.resources).join(', ')}\n`)
  } else {
    io.out(await plainDiff(before, now))
  }
  return EXIT.done
}

/** The contract in a file; undefined for a version that does not exist. */
async function contractIn(path: string): Promise<ContractResult | undefined> {
  if (path === '/dev/null' || path === 'nul') return undefined
  return readContract(await readFile(path, 'utf8').catch(() => ''), path)
}

/** The line-by-line diff that git itself prints. Git exits with 1 if the files differ. */
function plainDiff(before: string, now: string): Promise<string> {
  const parameters = ['--no-pager', 'diff', '--no-index', '--no-ext-diff', '--no-textconv', '--', before, now]
  return new Promise((resolve) => {
    execFile('git', parameters, { maxBuffer: 64 * 1024 * 1024 }, (_, stdout) => resolve(stdout))
  })
}
