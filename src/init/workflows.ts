import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { isMap, isSeq, LineCounter, type Node, parseDocument } from 'yaml'

/** The folder of GitHub's workflows, from the root of a repository. */
export const WORKFLOWS = '.github/workflows'

/** A workflow that already checks a project. */
export interface Workflow {
  readonly path: string
  /** Whether the workflow uses the action. */
  readonly hasAction: boolean
  /** The lines of the steps that run checks which the action also runs. */
  readonly lines: readonly number[]
}

/** The workflows of a repository with steps that check the project in `folder`. */
export async function workflowsFor(folder: string, top: string): Promise<readonly Workflow[]> {
  const names = await readdir(join(top, WORKFLOWS)).catch(() => [])
  const found = names
    .filter((name) => /\.ya?ml$/.test(name))
    .toSorted()
    .map(async (name): Promise<Workflow> => {
      const steps = stepsOf(await readFile(join(top, WORKFLOWS, name), 'utf8').catch(() => ''))
      const own = steps.filter((each) => posix.relative(folder, each.folder) === '')
      return {
        path: `${WORKFLOWS}/${name}`,
        hasAction: own.some(({ action }) => ACTION.test(action)),
        lines: own.filter(({ command }) => CHECK.test(command)).map(({ line }) => line),
      }
    })
  return (await Promise.all(found)).filter(({ hasAction, lines }) => hasAction || lines.length > 0)
}

const ACTION = /\/jsonapi-gen\/action@/

const CHECK =
  /\bjsonapi-gen\s+(?:ci|diff|prove|validate)\b|\bjsonapi-gen\s+generate\s.*--(?:check|against)\b|\bjsonapi:check\b/

/** A step of a workflow. */
interface Step {
  readonly line: number
  readonly folder: string
  readonly command: string
  readonly action: string
}

function stepsOf(text: string): readonly Step[] {
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter })
  const everywhere = textIn(document.contents, IN_DEFAULTS)
  const jobs = document.get('jobs')
  if (!isMap<unknown, Node | null>(jobs)) return []
  return jobs.items.flatMap(({ value: job }) => {
    const steps = isMap(job) ? job.get('steps') : undefined
    if (!isSeq<Node>(steps)) return []
    const inJob = textIn(job, IN_DEFAULTS)
    return steps.items.map((step) => {
      const action = textIn(step, ['uses'])
      const folder =
        action === ''
          ? textIn(step, ['working-directory']) || inJob || everywhere
          : textIn(step, ['with', 'working-directory'])
      const { line } = counter.linePos(step.range?.[0] ?? 0)
      return { line, folder: folder || '.', command: textIn(step, ['run']), action }
    })
  })
}

const IN_DEFAULTS = ['defaults', 'run', 'working-directory']

/** The text under a key of a map, or an empty string if the key is missing. */
function textIn(node: unknown, path: readonly string[]): string {
  const found: unknown = isMap(node) ? node.getIn(path) : undefined
  return typeof found === 'string' ? found : ''
}
