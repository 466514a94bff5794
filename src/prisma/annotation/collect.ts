import type { Report } from '../../diagnostic/report.js'
import { didYouMean } from '../../diagnostic/suggest.js'
import { allowed, listed, quoted } from '../../diagnostic/words.js'
import type { DocLine } from '../scan/blocks.js'
import { isAnnotation, separate } from './docs.js'
import { ANNOTATIONS, describePlaces, type AnnotationPlace } from './known.js'
import { parseAnnotation, type Annotation } from './parse.js'

/**
 * The annotations for a location in documentation lines. Annotations that are invalid (JG510), unknown
 * (JG511) or in the wrong location (JG512) are reported and omitted.
 */
export function annotationsIn(
  lines: readonly DocLine[],
  place: AnnotationPlace,
  report: Report,
): readonly Annotation[] {
  return parsed(lines, report).filter(({ name }) => {
    const places = ANNOTATIONS.get(name.value)
    if (places === undefined) {
      const names = [...ANNOTATIONS.keys()]
      const message = `Unknown annotation ${quoted(name.value)}${didYouMean(name.value, names)}`
      report.add('JG511', name.at, message, { help: allowed(names) })
      return false
    }
    if (places.includes(place)) return true
    const message = `@jsonapi.${name.value} must be ${listed(describePlaces(places), 'or')}, not ${describePlaces([place]).join('')}`
    report.add('JG512', name.at, message)
    return false
  })
}

/** Reports annotations in a location where they are not permitted (JG512); `reason` says why. */
export function refuseAnnotations(lines: readonly DocLine[], reason: string, report: Report): void {
  for (const line of lines.filter(isAnnotation)) report.add('JG512', line.at, reason)
}

/** Annotations for any location: the caller decides which are permitted. */
export function parsed(lines: readonly DocLine[], report: Report): readonly Annotation[] {
  return separate(lines).annotations.flatMap((text) => {
    const result = parseAnnotation(text)
    if (result.ok) return [result.annotation]
    const { code, at, message, help, related } = result.diagnostic
    report.add(code, at, message, { help, related })
    return []
  })
}
