import { positionOf } from '../source/lines.js'
import type { Span } from '../source/source.js'
import { type WorkflowCommand, workflowCommand } from '../diagnostic/format-github.js'
import { listed } from '../diagnostic/words.js'
import { type Change, changesOf } from './find-causes.js'
import { type Level, ORDER, RULES } from './rules.js'
import { counts, type Judged, type Waiver } from './waivers.js'

/** A finding, and its place in the schema. */
export interface Placed extends Judged {
  readonly at: Span | undefined
}

/** The colours of parts of the text. */
export interface ChangePalette {
  readonly error: (text: string) => string
  readonly warning: (text: string) => string
  readonly added: (text: string) => string
  readonly faint: (text: string) => string
}

const HEADS: Readonly<Record<Level, string>> = { breaking: 'Breaking', risky: 'Risky', addition: 'Additions' }

const LEVELS = ['breaking', 'risky', 'addition'] as const

/** The columns of a terminal. */
const WIDTH = 80

/** The findings as text for a terminal of 80 columns: each change, with its effects below it. */
export function changesAsText(findings: readonly Placed[], palette: ChangePalette): string {
  const colour = { breaking: palette.error, risky: palette.warning, addition: palette.added }
  return sectionsOf(findings)
    .map(({ level, entries }) => {
      const texts = entries.flatMap(({ cause, effects }) => [
        item(`${cause.place}: ${cause.message}.`, asides(cause), ['  ', '    '], palette),
        ...effects.map((each) => item(effectText(each), each.asides, ['    - ', '      '], palette)),
      ])
      return [colour[level](HEADS[level]), ...texts].join('\n')
    })
    .join('\n\n')
}

/** A sentence with its details, which continue on the next line if they do not fit. */
function item(
  said: string,
  all: readonly string[],
  [first, next]: readonly [first: string, next: string],
  { faint }: ChangePalette,
): string {
  const [text, aside] = [wrapped(said, first, next), all.join(', ')]
  const last = text.slice(text.lastIndexOf('\n') + 1)
  return last.length + 1 + aside.length <= WIDTH
    ? `${text} ${faint(aside)}`
    : `${text}\n${faint(wrapped(aside, next, next))}`
}

/** The findings as Markdown, for a review: a summary, then each change with its effects. */
export function changesAsMarkdown(findings: readonly Placed[]): string {
  const types = [...new Set(findings.filter(counts).map(({ place }) => place.split('.')[0] ?? ''))]
  const places = types.length === 0 ? '' : ` in ${listed(types.toSorted().map((type) => code(type)))}`
  const sections = sectionsOf(findings).map(({ level, entries }) => {
    const items = entries.flatMap(({ cause, effects }) => [
      `- ${code(cause.place)}: ${escaped(cause.message)}. ${inMarkdown(asides(cause))}`,
      ...effects.map(
        (each) =>
          `  - ${effectText({ ...each, message: each.message && escaped(each.message) }, code)} ${inMarkdown(each.asides)}`,
      ),
    ])
    return [`## ${HEADS[level]}`, '', ...items].join('\n')
  })
  return [`**${countedChanges(findings)}**${places}`, ...sections].join('\n\n')
}

const inMarkdown = (all: readonly string[]): string =>
  all.map((each) => (Object.hasOwn(RULES, each) ? code(each) : escaped(each))).join(', ')

const code = (text: string): string => `\`${text}\``

/** A name may have an underscore, which Markdown would read as emphasis. */
const escaped = (text: string): string => text.replaceAll(/[_*\\`<]/g, String.raw`\$&`)

/** The number of changes of each level, in words. The effects of a change are not counted. */
export function countedChanges(findings: readonly Placed[]): string {
  const { breaking, risky, addition, waived } = countsOf(findings)
  return (
    `${breaking} breaking, ${risky} risky, ${addition} ${addition === 1 ? 'addition' : 'additions'}` +
    (waived === 0 ? '' : `, ${waived} waived`)
  )
}

/** The findings as annotations of a pull request on GitHub, with paths from the root of the repository. */
export function changesAsAnnotations(
  findings: readonly Placed[],
  fileOf: (path: string) => string,
): readonly string[] {
  return sectionsOf(findings).flatMap(({ level, entries }) =>
    entries.map(({ cause, effects, findings: all }) => {
      const place = cause.at && { file: fileOf(cause.at.source.path), line: positionOf(cause.at).line }
      const title = `${HEADS[level]}: ${cause.rule}`
      const text = [
        `${cause.place}: ${cause.message}.`,
        ...effects.map((each) => `- ${effectText(each)} ${each.asides.join(', ')}`),
      ].join('\n')
      return workflowCommand(all.some(counts) ? COMMANDS[level] : 'notice', { ...place, title }, text)
    }),
  )
}

const COMMANDS: Readonly<Record<Level, WorkflowCommand>> = {
  breaking: 'error',
  risky: 'warning',
  addition: 'notice',
}

/** The findings for other programs, with the unused waivers. `counts` counts changes, as the text does. */
export function changesAsData(findings: readonly Placed[], unusedWaivers: readonly Waiver[]): object {
  const { breaking, risky, addition } = countsOf(findings)
  return {
    findings: findings.map(({ at, ...each }) => ({
      ...each,
      ...(at && { file: at.source.path, line: positionOf(at).line }),
    })),
    counts: { breaking, risky, addition },
    unusedWaivers,
  }
}

function countsOf(findings: readonly Placed[]): Readonly<Record<Level | 'waived', number>> {
  const result = { breaking: 0, risky: 0, addition: 0, waived: 0 }
  for (const { cause, effects } of changesOf(findings)) {
    const [worst] = [cause, ...effects].filter(counts).toSorted(byLevel)
    result[worst?.level ?? 'waived']++
  }
  return result
}

const byLevel = (one: Placed, other: Placed): number => ORDER[one.level] - ORDER[other.level]

/** A change as it is shown. */
interface Entry {
  readonly cause: Placed
  readonly effects: readonly Effect[]
  readonly findings: readonly Placed[]
}

/** An effect of a change, which several places may share. */
interface Effect {
  readonly places: readonly string[]
  /** Nothing if the change itself already says so. */
  readonly message: string | undefined
  readonly asides: readonly string[]
}

function effectText({ places, message }: Effect, shown: (place: string) => string = String): string {
  const where = listed(places.map(shown))
  if (message === undefined) return `The same applies to ${where}.`
  return places.length === 0 ? `${message}.` : `${where}: ${message}.`
}

function sectionsOf(
  findings: readonly Placed[],
): readonly { readonly level: Level; readonly entries: readonly Entry[] }[] {
  const changes = changesOf(findings)
  return LEVELS.flatMap((level) => {
    const own = changes.filter(({ cause }) => cause.level === level)
    return own.length === 0 ? [] : [{ level, entries: own.map(entryOf) }]
  })
}

function entryOf({ cause, effects }: Change<Placed>): Entry {
  const shown = new Map<string, Effect>()
  for (const each of effects.toSorted((one, other) => distance(one, cause) - distance(other, cause))) {
    const message = each.message === cause.message ? undefined : each.message
    const own = asidesOfEffect(each, cause)
    const key = JSON.stringify([message, own])
    const places = [...(shown.get(key)?.places ?? []), ...placeOfEffect(each, cause)]
    shown.set(key, { places, message, asides: own })
  }
  return { cause, effects: [...shown.values()], findings: [cause, ...effects] }
}

/** Statements about the place of the change come first, then those about its resource. */
const distance = ({ place }: Placed, cause: Placed): number =>
  place === cause.place ? 0 : place.startsWith(typeOf(cause)) ? 1 : 2

const typeOf = ({ place }: Placed): string => `${place.split('.')[0] ?? ''}.`

/** The place of an effect, without the type that it shares with its cause; nothing if it is the same place. */
function placeOfEffect({ place, message, rule }: Placed, cause: Placed): readonly string[] {
  if (place === cause.place) {
    // An attribute is one place, in responses and in requests.
    return message === cause.message ? [rule.startsWith('input-') ? 'writes' : 'responses'] : []
  }
  const type = typeOf(cause)
  return [place.startsWith(type) ? place.slice(type.length) : place]
}

function asidesOfEffect(effect: Placed, cause: Placed): readonly string[] {
  const [rule, ...rest] = asides(effect)
  const own = asides(cause)
  return [
    ...(effect.level === cause.level ? [] : [effect.level]),
    ...(rule === undefined ? [] : [rule]),
    ...rest.filter((each) => !own.includes(each)),
  ]
}

function asides({ rule, at, waiver, expired }: Placed): readonly string[] {
  return [
    rule,
    ...(at ? [`${at.source.path}:${positionOf(at).line}`] : []),
    ...(waiver
      ? [`${expired ? 'its waiver ended on' : 'waived until'} ${waiver.until}: ${waiver.reason}`]
      : []),
  ]
}

/** A text broken at spaces into lines of the terminal. */
function wrapped(text: string, first: string, next: string): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    const longer = last === undefined ? `${first}${word}` : `${last} ${word}`
    if (last !== undefined && longer.length > WIDTH) lines.push(`${next}${word}`)
    else lines.splice(-1, 1, longer)
  }
  return lines.join('\n')
}
