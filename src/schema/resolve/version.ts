import { didYouMean } from '../../diagnostic/suggest.js'
import { allowed, quoted } from '../../diagnostic/words.js'
import { describeType } from '../describe-type.js'
import type { Resolving } from './context.js'

/** Reports a `version` that is not a non-nullable whole number, because optimistic locking increments it (JG410). */
export function checkVersion({ resource, directory, report }: Resolving): void {
  const { version } = resource
  if (version === undefined) return
  const type = directory.attribute(resource, version.value) && directory.typeOf(resource, version.value)
  if (type === undefined) {
    const names =
      resource.attributes.kind === 'listed' ? resource.attributes.items.map((each) => each.name.value) : []
    const message = `The version ${quoted(version.value)} is not an attribute${didYouMean(version.value, names)}`
    report.add('JG410', version.at, message, { help: allowed(names), unknown: version.value })
  } else if (type.list || type.nullable || (type.kind !== 'integer' && type.kind !== 'bigint')) {
    const message = `The version must be an integer that is never null, but ${quoted(version.value)} is ${describeType(type)}`
    report.add('JG410', version.at, message)
  }
}
