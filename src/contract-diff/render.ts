import { positionOf } from '../source/lines.js'
import { movedTo, type Span } from '../source/source.js'
import { type WorkflowCommand, workflowCommand } from '../diagnostic/format-github.js'
import { visible } from '../diagnostic/visible.js'
import { listed } from '../diagnostic/words.js'
import { WIDTH, wrapped } from '../diagnostic/wrapped.js'
import { type Change, changesOf } from './find-causes.js'
import { FINGERPRINT } from './fingerprints.js'
import { type Level, ORDER, type Rule, RULES } from './rules.js'
import { counts, type Judged } from './waivers.js'

/** A finding, and its location in the schema. */
export interface Placed extends Judged {
  readonly at: Span | undefined
  /**
   * The nearest location for reports that require one, if the schema no longer contains the location itself.
   */
  readonly near?: Span | undefined
  /** The calls of known clients that the change breaks; null if the clients' types do not show it. */
  readonly calls?: readonly Call[] | null
  /** The files of the clients that could not be checked, if any. */
  readonly unchecked?: readonly string[]
}

/** A client's call that does not compile with the new types. */
export interface Call {
  readonly file: string
  readonly line: number
  readonly message: string
}

/** The colors for the parts of the text. */
export interface ChangePalette {
  readonly error: (text: string) => string
  readonly warning: (text: string) => string
  readonly added: (text: string) => string
  readonly faint: (text: string) => string
}

const HEADS: Readonly<Record<Level, string>> = {
  breaking: 'Breaking',
  risky: 'Risky',
  announced: 'Announced',
  addition: 'Additions',
}

const LEVELS = ['breaking', 'risky', 'announced', 'addition'] as const

/** The findings as text for a terminal of 80 columns: each change, with its effects below it. */
export function changesAsText(findings: readonly Placed[], palette: ChangePalette): string {
  const colour = {
    breaking: palette.error,
    risky: palette.warning,
    announced: palette.added,
    addition: palette.added,
  }
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
  const [text, aside] = [wrapped(visible(said), first, next), visible(all.join(', '))]
  if (aside === '') return text
  const last = text.slice(text.lastIndexOf('\n') + 1)
  return last.length + 1 + aside.length <= WIDTH
    ? `${text} ${faint(aside)}`
    : `${text}\n${faint(wrapped(aside, next, next))}`
}

/** The findings as Markdown, for a review: a summary, then each change with its effects. */
export function changesAsMarkdown(findings: readonly Placed[]): string {
  const types = [...new Set(findings.filter(counts).map(({ place }) => place.split('.')[0] ?? ''))]
  const places = types.length === 0 ? '' : ` in ${listed(types.toSorted().map((type) => inCode(type)))}`
  const sections = sectionsOf(findings).map(({ level, entries }) => {
    const items = entries.flatMap(({ cause, effects }) => [
      `- ${inCode(cause.place)}: ${escaped(cause.message)}. ${inMarkdown(asides(cause))}`,
      ...effects.map((each) =>
        `  - ${effectText({ ...each, message: each.message && escaped(each.message) }, inCode)} ${inMarkdown(each.asides)}`.trimEnd(),
      ),
    ])
    return [`## ${HEADS[level]}`, '', ...items].join('\n')
  })
  return [`**${countedChanges(findings)}**${places}`, ...sections].join('\n\n')
}

const inMarkdown = (all: readonly string[]): string =>
  all
    .map((each) => (Object.hasOwn(RULES, each) || FINGERPRINT.test(each) ? inCode(each) : escaped(each)))
    .join(', ')

/** Text as Markdown code, on one line. */
export const inCode = (text: string): string => `\`${text.replaceAll('`', "'").replaceAll(/\s+/g, ' ')}\``

/**
 * Text in Markdown. A name may contain an underscore, and a reason may contain any text. No part of it becomes
 * emphasis, a link, an image, HTML, a line of its own, or a mention that would notify a GitHub user.
 */
export const escaped = (text: string): string =>
  text
    .replaceAll(/[_*\\`<[\]!#~|&]/g, String.raw`\$&`)
    .replaceAll('@', '@\u200B')
    .replaceAll('://', String.raw`\://`)
    .replaceAll(/\bwww\./gi, (found) => found.replace('.', String.raw`\.`))
    .replaceAll(/\s+/g, ' ')

/** The number of changes at each level, in words. The effects of a change are not counted. */
export function countedChanges(findings: readonly Placed[]): string {
  const { breaking, risky, announced, addition, waived } = countsOf(findings)
  return (
    `${breaking} breaking, ${risky} risky, ` +
    (announced === 0 ? '' : `${announced} announced, `) +
    `${addition} ${addition === 1 ? 'addition' : 'additions'}` +
    (waived === 0 ? '' : `, ${waived} waived`)
  )
}

/** The findings as annotations of a pull request on GitHub, with paths from the root of the repository. */
export function changesAsAnnotations(
  findings: readonly Placed[],
  fileOf: (path: string) => string,
): readonly string[] {
  return reported(findings, fileOf).map(({ level, rule, file, line, text, fingerprint, isWaived }) => {
    const title = `${isWaived ? 'Waived' : HEADS[level]}: ${rule}`
    const place = file === undefined ? {} : { file, line }
    const body = needsNoWaiver(level) ? text : `${text}\nFingerprint: ${fingerprint}`
    return workflowCommand(isWaived ? 'notice' : COMMANDS[level], { ...place, title }, body)
  })
}

/** A change as it appears in a report: one message for one line. */
export interface Reported {
  readonly level: Level
  readonly rule: Rule
  readonly text: string
  /** The schema's file; undefined if there is no schema. */
  readonly file: string | undefined
  readonly line: number
  readonly fingerprint: string
  readonly isWaived: boolean
  readonly reason: string | undefined
}

/** The changes with their effects, for formats with one message per change. */
export function reported(findings: readonly Placed[], fileOf: (path: string) => string): readonly Reported[] {
  const moved = findings.map((each) => ({ ...each, at: each.at && movedTo(each.at, fileOf) }))
  return sectionsOf(moved).flatMap(({ level, entries }) =>
    entries.map(({ cause, effects, findings: all }) => ({
      level,
      rule: cause.rule,
      ...placeOf(cause.at ?? (cause.near && movedTo(cause.near, fileOf))),
      text: [
        `${cause.place}: ${cause.message}.`,
        ...effects.map((each) => `- ${effectText(each)} ${each.asides.join(', ')}`.trimEnd()),
      ].join('\n'),
      fingerprint: cause.fingerprint,
      isWaived: !all.some(counts),
      // An expired waiver accepts nothing.
      reason: all.some(counts) ? undefined : cause.waiver?.reason,
    })),
  )
}

function placeOf(at: Span | undefined): { readonly file: string | undefined; readonly line: number } {
  return {
    file: at?.source.path,
    line: at && at.source.text !== '' ? positionOf(at).line : 1,
  }
}

const COMMANDS: Readonly<Record<Level, WorkflowCommand>> = {
  breaking: 'error',
  risky: 'warning',
  announced: 'notice',
  addition: 'notice',
}

const needsNoWaiver = (level: Level): boolean => level === 'announced' || level === 'addition'

/** The findings for other programs. `counts` counts changes, as the text does. */
export function changesAsData(findings: readonly Placed[]): object {
  const { breaking, risky, announced, addition, waived } = countsOf(findings)
  return {
    findings: findings.map(({ at, near: _near, waiver, values: _values, ...each }) => ({
      ...each,
      ...(at && { file: at.source.path, line: positionOf(at).line }),
      ...(waiver && { waiver: { reason: waiver.reason, until: waiver.until } }),
    })),
    counts: { breaking, risky, announced, addition, waived },
  }
}

function countsOf(findings: readonly Placed[]): Readonly<Record<Level | 'waived', number>> {
  const result = { breaking: 0, risky: 0, announced: 0, addition: 0, waived: 0 }
  for (const { cause, effects } of changesOf(findings)) {
    const [worst] = [cause, ...effects].filter(counts).toSorted(byLevel)
    result[worst?.level ?? 'waived']++
  }
  return result
}

const byLevel = (one: Placed, other: Placed): number => ORDER[one.level] - ORDER[other.level]

/** A change as reports show it. */
interface Entry {
  readonly cause: Placed
  readonly effects: readonly Effect[]
  readonly findings: readonly Placed[]
}

/** An effect of a change, which several locations may share. */
interface Effect {
  readonly places: readonly string[]
  /** Undefined if the change itself already states this. */
  readonly message: string | undefined
  /** Whether the effect also occurs in the writes or the responses of the same location. */
  readonly also?: 'writes' | 'responses' | undefined
  /** Undefined if the effect is as serious as the change itself. */
  readonly level?: Level | undefined
  readonly asides: readonly string[]
}

function effectText(
  { places, message, also, level }: Effect,
  shown: (place: string) => string = String,
): string {
  const where = also ?? listed(places.map(shown))
  if (message === undefined) {
    return `The same applies to ${where}${level === undefined ? '' : `, where it ${MEANINGS[level]}`}.`
  }
  const meaning = level === undefined ? '' : ` This ${MEANINGS[level]}.`
  return `${places.length === 0 ? '' : `${where}: `}${message}.${meaning}`
}

const MEANINGS: Readonly<Record<Level, string>> = {
  breaking: 'breaks clients',
  risky: 'may break clients',
  announced: 'was announced',
  addition: 'does not break clients',
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
    // An attribute counts as the same location in responses and in requests.
    const isHere = each.place === cause.place
    const also =
      isHere && message === undefined ? (each.rule.startsWith('input-') ? 'writes' : 'responses') : undefined
    const level = each.level === cause.level ? undefined : each.level
    const own = asidesOfEffect(each, cause)
    const key = JSON.stringify([message, also, level, own])
    const places = [...(shown.get(key)?.places ?? []), ...(isHere ? [] : [placeOfEffect(each, cause)])]
    shown.set(key, { places, message, also, level, asides: own })
  }
  return { cause, effects: [...shown.values(), ...usesOf(cause)], findings: [cause, ...effects] }
}

/** The calls of known clients that a change breaks, if the clients were compiled. */
function usesOf({ calls, unchecked = [] }: Placed): readonly Effect[] {
  if (calls === undefined) return []
  const said =
    calls === null
      ? ['The types do not show whether clients use it']
      : calls.length === 0
        ? [unchecked.length === 0 ? 'No known client uses it' : noneOf(unchecked)]
        : calls.map(({ file, line, message }) => `It breaks ${file}:${line}: ${message.replace(/\.$/, '')}`)
  return said.map((message) => ({ places: [], message, asides: [] }))
}

/** The number of unchecked files that a sentence lists. */
const LISTED = 3

function noneOf(unchecked: readonly string[]): string {
  const more = unchecked.length - LISTED
  const files = listed([...unchecked.slice(0, LISTED), ...(more > 0 ? [`${more} more`] : [])])
  return `No checked file of a client uses it. Not checked: ${files}`
}

/** Statements about the location of the change come first, followed by those about its resource. */
const distance = ({ place }: Placed, cause: Placed): number =>
  place === cause.place ? 0 : place.startsWith(typeOf(cause)) ? 1 : 2

const typeOf = ({ place }: Placed): string => `${place.split('.')[0] ?? ''}.`

/** The location of an effect, without the type that it shares with its cause. */
function placeOfEffect({ place }: Placed, cause: Placed): string {
  const type = typeOf(cause)
  return place.startsWith(type) ? place.slice(type.length) : place
}

function asidesOfEffect(effect: Placed, cause: Placed): readonly string[] {
  const [rule, ...rest] = asides(effect)
  const own = asides(cause)
  return [...(rule === undefined ? [] : [rule]), ...rest.filter((each) => !own.includes(each))]
}

function asides({ rule, level, fingerprint, at, waiver, expired }: Placed): readonly string[] {
  return [
    rule,
    ...(at ? [`${at.source.path}:${positionOf(at).line}`] : []),
    ...(needsNoWaiver(level) ? [] : [fingerprint]),
    ...(waiver
      ? [`${expired ? 'its waiver expired on' : 'waived until'} ${waiver.until}: ${waiver.reason}`]
      : []),
  ]
}
