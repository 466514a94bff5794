import { resolve } from 'node:path'
import type { Finding } from '../contract-diff/rules.js'
import { readWaivers, unused, type Waiver } from '../contract-diff/waivers.js'
import type { Diagnostic } from '../diagnostic/diagnostic.js'
import { createReport } from '../diagnostic/report.js'
import { readSource } from '../file/read-source.js'
import { readYaml, type YamlRoot } from '../yaml/read-yaml.js'
import type { Io } from './io.js'
import { shownPath } from './show.js'

const WAIVERS: YamlRoot = {
  called: 'file of waivers',
  help: 'allowed: places of the contract, such as notes.attributes.title: { input-narrowed: { reason: …, until: 2027-01-31 } }',
  mayBeEmpty: true,
}

/** The waivers in the file of `--waivers`; empty without it. Faults in the file are diagnostics. */
export async function waiversIn(
  file: string | undefined,
  io: Io,
): Promise<{ readonly list: readonly Waiver[]; readonly diagnostics: readonly Diagnostic[] }> {
  if (file === undefined) return { list: [], diagnostics: [] }
  const path = resolve(io.cwd, file)
  const read = await readSource(path, shownPath(path, io.cwd), 'file of waivers')
  if (!read.ok) return { list: [], diagnostics: [read.diagnostic] }
  const report = createReport()
  const tree = readYaml(read.source, report, WAIVERS)
  const list = tree ? readWaivers(tree, report) : []
  return { list, diagnostics: report.list() }
}

/** Reports each waiver that matches nothing, and returns those waivers. */
export function tellUnused(list: readonly Waiver[], findings: readonly Finding[], io: Io): readonly Waiver[] {
  const found = unused(list, findings)
  for (const { place, rule } of found) {
    io.err(`The waiver of ${rule} at ${place} matches no change\n`)
  }
  return found
}
