import type { Report } from '../../diagnostic/report.js'
import { quoted } from '../../diagnostic/words.js'
import type { Located } from '../../source/source.js'
import type { DeclaredResource } from '../declared.js'

interface Field {
  readonly name: Located<string>
  readonly what: 'An attribute' | 'An extra field' | 'A sideload'
}

const HELP_OF_RESERVED: Readonly<Record<Field['what'], (name: string) => { readonly help?: string }>> = {
  'An attribute': (name) => ({ help: `choose a different name: kind: { column: ${name}, … }` }),
  'An extra field': () => ({}),
  'A sideload': (name) => ({ help: `choose a different name: kind: { relation: ${name}, … }` }),
}

/**
 * A resource's fields share a namespace (JSON:API "Fields"). Reports attributes, extra fields and sideloads that are
 * named `id` or `type` (JG302), identically (JG303), or identically except for case or Unicode form (JG304).
 */
export function checkFields(resource: DeclaredResource, report: Report): void {
  const seen = new Map<string, Field>()
  for (const field of fieldsOf(resource)) {
    const { value, at } = field.name
    if (value === 'id' || value === 'type') {
      report.add(
        'JG302',
        at,
        `${field.what} cannot be named "${value}": JSON:API reserves that name`,
        HELP_OF_RESERVED[field.what](value),
      )
      continue
    }
    const first = seen.get(foldedName(value))
    if (first === undefined) {
      seen.set(foldedName(value), field)
    } else if (first.name.value === value) {
      const message = `${quoted(value)} is already ${first.what.toLowerCase()}, so it cannot be the name of ${field.what.toLowerCase()}`
      report.add('JG303', at, message, { related: [{ at: first.name.at, message: 'the first one is here' }] })
    } else {
      reportFolded(field.name, first.name, report)
    }
  }
}

/** A name as seen by a file system that ignores case, or by a careless reader. */
export function foldedName(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** Reports two names that differ only in case or Unicode form (JG304). */
export function reportFolded(second: Located<string>, first: Located<string>, report: Report): void {
  const form = second.value.normalize('NFC') === first.value.normalize('NFC') ? 'Unicode form' : 'case'
  report.add(
    'JG304',
    second.at,
    `${quoted(second.value)} differs from ${quoted(first.value)} only in ${form}`,
    {
      related: [{ at: first.at, message: 'the first one is here' }],
    },
  )
}

function fieldsOf(resource: DeclaredResource): readonly Field[] {
  const { attributes, extraFields, sideloads } = resource
  const listed = attributes.kind === 'listed' ? attributes.items : []
  return [
    ...listed.map(({ name }) => ({ name, what: 'An attribute' as const })),
    ...extraFields.map(({ name }) => ({ name, what: 'An extra field' as const })),
    ...sideloads.map(({ name }) => ({ name, what: 'A sideload' as const })),
  ]
}
