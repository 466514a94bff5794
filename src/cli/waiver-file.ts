import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { readWaivers, type Waiver } from '../contract-diff/waivers.js'
import type { Diagnostic } from '../diagnostic/diagnostic.js'
import { createReport } from '../diagnostic/report.js'
import { readSource } from '../file/read-source.js'
import { readYaml, type YamlRoot } from '../yaml/read-yaml.js'
import type { Io } from './io.js'
import { shownPath } from './show.js'

const WAIVERS: YamlRoot = {
  called: 'waiver file',
  help: 'allowed: fingerprints, such as c3f0c2a9b51d86e4: { reason: …, until: 2027-01-31 }',
  mayBeEmpty: true,
}

/** The file that is read by default. */
export const DEFAULT_WAIVERS = 'waivers.yaml'

/** The waivers in the file that `--waivers` names. Faults in the file are reported as diagnostics. */
export async function waiversIn(
  named: string | undefined,
  io: Io,
): Promise<{ readonly list: readonly Waiver[]; readonly diagnostics: readonly Diagnostic[] }> {
  const path = resolve(io.cwd, named ?? DEFAULT_WAIVERS)
  if (named === undefined && !existsSync(path)) return { list: [], diagnostics: [] }
  const read = await readSource(path, shownPath(path, io.cwd), 'waiver file')
  if (!read.ok) return { list: [], diagnostics: [read.diagnostic] }
  const report = createReport()
  const tree = readYaml(read.source, report, WAIVERS)
  const list = tree ? readWaivers(tree, report) : []
  return { list, diagnostics: report.list() }
}
