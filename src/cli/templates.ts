import { lstat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createReport } from '../diagnostic/report.js'
import { applyPlan } from '../plan/apply.js'
import { placeOfFile } from '../plan/paths.js'
import { changesOf, type PlanEntry } from '../plan/plan.js'
import { readOwnTemplate, reportUnknown, TEMPLATES } from '../scaffold/templates.js'
import { EXIT, type ExitCode, type Io } from './io.js'
import { refuse, shownPath } from './show.js'

/** The options of `templates eject`. */
export interface EjectOptions {
  readonly folder: string
  /** The templates to copy; by default, all of them. */
  readonly names: readonly string[]
  readonly quiet?: boolean
}

/**
 * `jsonapi-gen templates eject`: copies our templates into a folder, for `--templates`, file by file. An existing file
 * is not changed.
 */
export async function ejectTemplates({ folder, names, quiet }: EjectOptions, io: Io): Promise<ExitCode> {
  const root = resolve(io.cwd, folder)
  const report = createReport()
  const wanted = names.map((name) => name.replace(/\.hbs$/, ''))
  for (const name of wanted) reportUnknown(name, placeOfFile(shownPath(join(root, name), io.cwd)), report)
  if (report.failed()) return refuse(report.list(), 'human', io)
  const chosen = TEMPLATES.filter((name) => wanted.length === 0 || wanted.includes(name))
  const entries = await Promise.all(
    chosen.map(async (name): Promise<PlanEntry> => {
      const path = `${name}.hbs`
      if (await isThere(join(root, path))) return { kind: 'keep', path }
      return { kind: 'create', path, owner: 'yours', text: (await readOwnTemplate(name)).text }
    }),
  )
  const refused = await applyPlan({ entries }, root, io.signal)
  if (refused.length > 0) return refuse(refused, 'human', io)
  if (io.signal.aborted) return EXIT.interrupted
  if (!quiet) io.err(summaryOf(entries, shownPath(root, io.cwd)))
  return EXIT.done
}

function summaryOf(entries: readonly PlanEntry[], folder: string): string {
  const written = changesOf({ entries })
  const kept = entries.length - written.length
  return [
    ...written.map(({ path }) => `wrote ${folder}/${path}\n`),
    ...(kept === 0 ? [] : [`left ${kept === 1 ? 'one' : kept} as ${kept === 1 ? 'it is' : 'they are'}\n`]),
    ...(written.length === 0
      ? []
      : [
          `Change what you like, and delete the rest: generate --templates ${folder} uses the built-in templates for missing files.\n`,
        ]),
  ].join('')
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
