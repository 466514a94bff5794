import type { Report } from '../../diagnostic/report.js'
import { quoted } from '../../diagnostic/words.js'
import { resourceNames } from '../../name/resource-names.js'
import type { Located } from '../../source/source.js'
import type { DeclaredResource } from '../declared.js'
import { isMemberName } from './member-names.js'
import { foldedName, reportFolded } from './fields.js'

// Windows reserves these names for devices, with any extension.
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i

/** Generated files that a resource's files would overwrite. */
const TAKEN: ReadonlyMap<string, string> = new Map([
  ['application', 'application.resource.ts is the base class of all resources'],
  ['index', 'generated/index.gen.ts contains the registry'],
  ['routes', 'generated/routes.gen.ts contains the controllers'],
])

/**
 * Reports types that cannot exist together: they differ only in case or Unicode form (JG304), have the same singular
 * class name in PascalCase (JG305), or need a file name that is taken (JG306).
 */
export function checkTypes(resources: readonly DeclaredResource[], report: Report): void {
  const byFold = new Map<string, Located<string>>()
  const byIdentifier = new Map<string, Located<string>>()
  for (const { type } of resources.filter(({ type }) => isMemberName(type.value))) {
    const names = resourceNames(type.value)
    const alike = byFold.get(foldedName(type.value))
    byFold.set(foldedName(type.value), type)
    if (alike) {
      reportFolded(type, alike, report)
      continue
    }
    checkFile(type, names.file, report)
    const same = byIdentifier.get(foldedName(names.stem)) ?? byIdentifier.get(foldedName(names.controller))
    byIdentifier.set(foldedName(names.stem), type)
    byIdentifier.set(foldedName(names.controller), type)
    if (same) {
      const message = `${quoted(type.value)} and ${quoted(same.value)} both become ${names.stem} in generated code`
      report.add('JG305', type.at, message, { related: [{ at: same.at, message: 'the first one is here' }] })
    }
  }
}

function checkFile(type: Located<string>, file: string, report: Report): void {
  const owner = fileOwner(file)
  if (owner === undefined) return
  report.add('JG306', type.at, `${quoted(type.value)} needs a file named "${file}", ${owner}`, {
    help: 'choose a different name for the type',
  })
}

/** The owner of a file name, as the end of a sentence; undefined if the name is free. */
export function fileOwner(file: string): string | undefined {
  const owner = TAKEN.get(file)
  if (owner !== undefined) return `but ${owner}`
  return DEVICE.test(file) ? 'which Windows does not allow' : undefined
}
