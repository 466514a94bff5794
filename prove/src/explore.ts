import { type Answer, type Asked, isSameAnswer } from './asked.js'
import { type Change, withChanges } from './changes.js'
import { culpritsOf, type Method, namedCulprits, withoutMethod, writeMethods } from './culprits.js'
import { type Dice, diceOf, seedFor } from './dice.js'
import { effectsOf, shownEffects, withoutNewKeys } from './effects.js'
import { ProveFault } from './fault.js'
import { type Finding, findingFrom, findingId, rowName } from './finding.js'
import { statementHints, timeHints } from './hints.js'
import { leavesOf } from './leaves.js'
import { makePair, type Pair, tenantColumn } from './pair.js'
import { type Feature, featuresOf, mixed, type Scene } from './requests.js'
import { passesRow } from './rules.js'
import { generateRows, type Row, type Rows } from './rows.js'
import { smallest, smallestRequest } from './shrink.js'
import type { Sources } from './sources.js'
import type { Table } from './tables.js'
import { type Contents, rowsOf, type World } from './world.js'

export interface ExploreOptions {
  readonly seed: number
  readonly seconds: number
  /** The maximum number of pairs of worlds for each viewer; by default, as many as the time permits. */
  readonly rounds: number
  readonly viewers: readonly string[]
  readonly resource: string | undefined
  readonly time: boolean
  /** Whether to stop at the first finding. */
  readonly bail: boolean
  readonly sources: Sources
  /** Opens the application with a new database whose tables are empty. */
  fresh(): Promise<World>
}

/** The findings of a run, and what it has covered. */
export interface Outcome {
  readonly findings: readonly Finding[]
  readonly seed: number
  readonly pairs: number
  readonly requests: number
  /** The duration of the run in seconds. */
  readonly seconds: number
  /** The progress of the run after each step of at least ten seconds, and at its end. */
  readonly progress: readonly Progress[]
  readonly viewers: readonly string[]
  /** The number of responses in each class of status, by viewer. */
  readonly statuses: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** The kinds of request that were tried, by resource, and how many of them returned data to a viewer. */
  readonly covered: readonly {
    readonly type: string
    readonly asked: number
    readonly answered: number
    readonly of: number
  }[]
  readonly uncovered: readonly string[]
  /** Known differences: cascades in the datamodel, and unique values. */
  readonly exceptions: { readonly cascades: number; readonly unique: number; readonly restricted: number }
  readonly leftOut: number
  /** The viewers from whom nothing was hidden, so there was nothing to compare. */
  readonly nothingHidden: readonly string[]
  /** The viewers that were not tested, because the time had run out. */
  readonly unreached: readonly string[]
  readonly unsteady: readonly string[]
  readonly hints: readonly string[]
  readonly isScopesTrusted: boolean
  /**
   * The models for which no row could be generated, or for which the database rejected some rows, with the
   * reason.
   */
  readonly incomplete: readonly string[]
}

/** The progress of a run after a number of seconds. */
export interface Progress {
  readonly seconds: number
  readonly requests: number
  /** The kinds of request that were tried, and how many of them returned data to a viewer. */
  readonly asked: number
  readonly answered: number
  readonly findings: number
}

/** The number of seconds between two steps of a run's progress. */
const STEP = 10

/** How often a kind of request may differ without a finding before it is no longer tried. */
const UNSTEADY = 2

/** The number of kinds of request that are tried in one pair of worlds: handwritten ones first, then others, then several together. */
const OWN = 60
const NEXT = 60
const SEVERAL = 12

/** For each round, how many fifths of the nullable values are null. */
const NULLS = [4, 2, 3]

/** Methods without which a write may fail. */
const OVERRIDES: readonly string[] = [
  'create',
  'update',
  'destroy',
  'associate',
  'disassociate',
  'persistWithRelationships',
]

/** The maximum number of findings that the same code may cause. */
const PER_PLACE = 3

/** How often a kind of write may be rejected for a viewer before it is tried only rarely. */
const FORBIDDEN = 3

/** Compares worlds until the time runs out. */
export async function explore(options: ExploreOptions): Promise<Outcome> {
  const run = new Run(options)
  await run.begin()
  for (let round = 0; round < options.rounds && (round === 0 || !run.isOver()); round++) {
    for (const [index, viewer] of options.viewers.entries()) {
      // The first pair shows whether prove.ts is valid.
      if (run.isOver() && (round > 0 || index > 0)) break
      await run.round(round, viewer)
    }
  }
  return run.outcome()
}

/** The locals of all viewers. Locals that need rows, such as sessions, are not known before there are any. */
async function localsIn(world: World): Promise<Readonly<Record<string, unknown>>> {
  const all = Object.keys(world.proof.viewers).map(
    async (viewer) => [viewer, await world.localsOf(viewer).catch(() => undefined)] as const,
  )
  return Object.fromEntries(await Promise.all(all))
}

/** The models of resources. */
const modelsOf = ({ offers }: Pair): ReadonlySet<string> =>
  new Set([...offers.values()].flatMap(({ table }) => (table ? [table.model] : [])))

/** The responses of both worlds to a request, and what it wrote. */
interface Comparison {
  readonly isSame: boolean
  readonly answers: readonly [Answer, Answer]
  readonly touched: string | undefined
}

class Run {
  readonly #options: ExploreOptions
  readonly #start = performance.now()
  readonly #progress: Progress[] = []
  readonly #findings = new Map<string, { finding: Finding; asked: Asked }>()
  readonly #statuses = new Map<string, Map<string, number>>()
  readonly #asked = new Map<string, boolean>()
  readonly #all = new Map<string, Set<string>>()
  readonly #unsteady = new Map<string, number>()
  readonly #exceptions = { cascades: 0, unique: 0, restricted: 0 }
  readonly #times = new Map<string, [number[], number[]]>()
  readonly #counts = new Map<string, [number[], number[]]>()
  readonly #hiding = new Set<string>()
  readonly #reached = new Set<string>()
  readonly #places = new Set<string>()
  readonly #forbidden = new Map<string, number>()
  readonly #next = new Map<string, number>()
  readonly #incomplete = new Map<string, string>()
  #given: Rows = new Map()
  #pairs = 0
  #requests = 0
  #leftOut = 0
  #isTrusted = true

  constructor(options: ExploreOptions) {
    this.#options = options
  }

  isOver(): boolean {
    const { seconds, bail } = this.#options
    return this.#seconds() > seconds || (bail && this.#findings.size > 0)
  }

  #seconds(): number {
    return (performance.now() - this.#start) / 1000
  }

  #reachedNow(): Progress {
    const answered = [...this.#asked.values()].filter((isAnswered) => isAnswered).length
    return {
      seconds: Math.round(this.#seconds()),
      requests: this.#requests,
      asked: this.#asked.size,
      answered,
      findings: this.#findings.size,
    }
  }

  /** Reads the rows that the application itself writes. */
  async begin(): Promise<void> {
    const world = await this.#options.fresh()
    const { proof, opened, tables, sql } = world
    this.#isTrusted = proof.sees === undefined && proof.tenant === undefined
    if (proof.fill) {
      await proof.fill(opened.client)
      const given = new Map<string, Awaited<ReturnType<typeof rowsOf>>>()
      for (const table of tables) given.set(table.model, await rowsOf(table, sql))
      this.#given = given
    }
    await world.close()
  }

  /** One pair of worlds for one viewer. */
  async round(round: number, viewer: string): Promise<void> {
    const { seed, fresh } = this.#options
    const worlds: World[] = []
    const opened = async (): Promise<World> => {
      const world = await fresh()
      worlds.push(world)
      return world
    }
    try {
      const first = await opened()
      const known = leavesOf(await localsIn(first))
      const rows = this.#rowsFor(first, round, known)
      const pairSeed = seedFor(seed, round, viewer)
      // The first world of the pair is already open.
      let isTaken = false
      const next = async (): Promise<World> => {
        if (isTaken) return opened()
        isTaken = true
        return first
      }
      const pair = await makePair({ viewer, rows, seed: pairSeed, known, fresh: next })
      this.#leftOut += pair.leftOut
      for (const [model, reason] of pair.rejected) this.#incomplete.set(model, reason)
      this.#pairs++
      this.#reached.add(viewer)
      if (round === 0) checkSeen(pair)
      if (pair.changes.length > 0) {
        this.#hiding.add(viewer)
        await this.#compare(pair, pairSeed)
      }
    } finally {
      for (const world of worlds) await world.close()
    }
  }

  #rowsFor({ tables, proof }: World, round: number, known: ReturnType<typeof leavesOf>): Rows {
    const { seed } = this.#options
    const tenant = tenantColumn(proof)
    const dice = diceOf(seedFor(seed, 'rows', round))
    const { rows, cannot } = generateRows(tables, {
      dice,
      known,
      tenant,
      nulls: NULLS[round % NULLS.length] ?? 2,
      given: this.#given,
    })
    for (const model of cannot) this.#incomplete.set(model, `No rows could be generated for ${model}`)
    return rows
  }

  async #compare(pair: Pair, seed: number): Promise<void> {
    const { resource, viewers } = this.#options
    const dice = diceOf(seedFor(seed, 'requests'))
    const others = withChanges(pair.rows, pair.changes)
    const hasOperations = await this.#hasOperations(pair)
    const scene: Scene = {
      offers: pair.offers,
      dice,
      worlds: [pair.rows, others],
      seen: pair.seen,
      unseen: pair.unseen,
      hasOperations,
    }
    const features = featuresOf(pair.offers, hasOperations).filter(
      ({ type }) => resource === undefined || type === resource,
    )
    for (const { type, name } of features) {
      const known = this.#all.get(type) ?? new Set()
      known.add(name)
      this.#all.set(type, known)
    }
    const before = [await pair.first.read(), await pair.second.read()] as const
    for (const feature of this.#chosen(features, pair.viewer, dice)) {
      if (this.isOver()) return
      const asked = feature ? feature.make(scene) : mixed(features, scene)
      if (!asked || this.#isKnown(asked, pair)) continue
      const kind = `${pair.viewer} ${asked.method} ${asked.type} ${asked.isAtomic ?? ''}`
      if ((this.#forbidden.get(kind) ?? 0) >= FORBIDDEN && !dice.oneIn(6)) continue
      const other = dice.oneIn(4) ? dice.of(viewers.filter((each) => each !== pair.viewer)) : undefined
      if (other !== undefined && asked.method === 'GET') {
        await pair.first.send(asked, other)
        await pair.second.send(asked, other)
      }
      await this.#try(asked, pair, before, feature)
    }
  }

  /**
   * All kinds of request that run handwritten code, and the next few of the other kinds. Undefined stands for a request
   * with several parameters.
   */
  #chosen(features: readonly Feature[], viewer: string, dice: Dice): readonly (Feature | undefined)[] {
    const order = diceOf(seedFor(this.#options.seed, 'order', viewer))
    const others = order.shuffled(features.filter(({ isHandwritten }) => !isHandwritten))
    const from = this.#next.get(viewer) ?? 0
    const next = Array.from(
      { length: Math.min(NEXT, others.length) },
      (_, index) => others[(from + index) % others.length],
    )
    this.#next.set(viewer, others.length === 0 ? 0 : (from + NEXT) % others.length)
    // A finding is easier to read without an include.
    const own = dice
      .shuffled(features.filter(({ isHandwritten }) => isHandwritten))
      .toSorted(
        (one, other) => Number(one.name.includes('include=')) - Number(other.name.includes('include=')),
      )
    const several = Array.from({ length: SEVERAL }, () => undefined)
    return [...own.slice(0, OWN), ...dice.shuffled([...own.slice(OWN), ...next, ...several])]
  }

  async #try(
    asked: Asked,
    pair: Pair,
    before: readonly [Contents, Contents],
    feature: Feature | undefined,
  ): Promise<void> {
    const compared = await this.#ask(asked, pair, pair.first, pair.second, pair.changes, before)
    this.#note(asked, pair.viewer, compared, feature)
    if (compared.isSame && compared.touched === undefined) return
    if (this.#isByDesign(asked, compared)) return
    if (compared.touched !== undefined && compared.isSame) {
      await this.#add(asked, pair, undefined, [], compared, compared.touched)
      return
    }
    await this.#investigate(asked, pair, compared)
  }

  /** Sends a request to two worlds, compares its effects, and undoes them. */
  async #ask(
    asked: Asked,
    pair: Pair,
    first: World,
    second: World,
    changes: readonly Change[],
    known?: readonly [Contents, Contents],
  ): Promise<Comparison> {
    const isWrite = asked.method !== 'GET'
    const before = isWrite ? (known ?? [await first.read(), await second.read()]) : undefined
    const answers = [await first.send(asked, pair.viewer), await second.send(asked, pair.viewer)] as const
    this.#requests += 2
    if (!before) return { isSame: isSameAnswer(...answers), answers: [...answers], touched: undefined }
    const [one, other] = [await first.written(), await second.written()]
    if (!one && !other) return { isSame: isSameAnswer(...answers), answers: [...answers], touched: undefined }
    const after = [one ?? before[0], other ?? before[1]] as const
    if (one) await first.restore()
    if (other) await second.restore()
    const isHidden = (table: Table, row: Row): boolean => pair.hidden(table, row) !== undefined
    const effects = [effectsOf(before[0], after[0], isHidden), effectsOf(before[1], after[1], isHidden)]
    this.#exceptions.cascades += effects.reduce((sum, { cascades }) => sum + cascades, 0)
    const shown = after.map((contents) =>
      shownEffects(contents, changes, isHidden, modelsOf(pair)).join('\n'),
    )
    const texts = answers.map(({ status, headers, body }, index) =>
      withoutNewKeys(
        `${status}\n${headers}\n${body}\n${shown[index] ?? ''}`,
        before[index === 0 ? 0 : 1],
        after[index === 0 ? 0 : 1],
      ),
    )
    const [row] = effects.flatMap(({ touched }) => touched)
    return {
      isSame: texts[0] === texts[1],
      answers: [...answers],
      touched: row && `${rowName(row.table, row.row)}, which ${pair.viewer} may not see`,
    }
  }

  /** Determines whether hidden rows cause a difference, and which of them do. */
  async #investigate(asked: Asked, pair: Pair, compared: Comparison): Promise<void> {
    const { first, second, rows, changes } = pair
    const differs = async (request: Asked, some: readonly Change[]): Promise<Comparison | undefined> => {
      try {
        await second.load(withChanges(rows, some))
        const again = await this.#ask(request, pair, first, second, some)
        if (again.isSame || this.#isByDesign(request, again, true)) return undefined
        const isPart = some.length > 0 && some.length < changes.length
        return isPart && !(await pair.isFair(withChanges(rows, some))) ? undefined : again
      } catch {
        return undefined
      }
    }
    const isSteady = !(await differs(asked, [])) && (await differs(asked, changes)) !== undefined
    if (!isSteady) {
      await second.load(withChanges(rows, changes))
      await this.#investigateCache(asked, pair, compared)
      return
    }
    const request = await smallestRequest(asked, async (each) => (await differs(each, changes)) !== undefined)
    const some = await smallest(changes, async (each) => (await differs(request, each)) !== undefined)
    const least = await smallestRequest(request, async (each) => (await differs(each, some)) !== undefined)
    const shown = (await differs(least, some)) ?? compared
    const causes: Method[] = []
    const suspects = writeMethods(least, pair.offers)
    for (const suspect of suspects.length > 1 ? suspects : []) {
      const undo = [first, second].map(({ opened: { registry } }) => {
        const own = registry.get(suspect[0].config.type)
        return own ? withoutMethod(own, suspect[1]) : undefined
      })
      if (!(await differs(least, some))) causes.push(suspect)
      for (const each of undo) each?.()
    }
    await second.load(withChanges(rows, some))
    // Without an override, such as one that sets the tenant, both worlds may reject the request.
    const checks = causes.filter(([, name]) => !OVERRIDES.includes(name))
    const likeliest = checks.length > 0 ? checks : causes
    await this.#add(least, pair, undefined, some, shown, undefined, likeliest)
    await second.load(withChanges(rows, changes))
  }

  /**
   * Repeats a request in newly loaded applications, alone and after a request from each of the other viewers, because a
   * cache may be shared.
   */
  async #investigateCache(asked: Asked, pair: Pair, compared: Comparison): Promise<void> {
    const { viewers, fresh } = this.#options
    const differs = async (
      request: Asked,
      some: readonly Change[],
      after?: string,
    ): Promise<Comparison | undefined> => {
      const worlds: World[] = []
      try {
        const [first, second] = [await fresh(), await fresh()]
        worlds.push(first, second)
        await first.load(pair.rows)
        await second.load(withChanges(pair.rows, some))
        if (after !== undefined) for (const world of worlds) await world.send(request, after)
        const again = await this.#ask(request, pair, first, second, some)
        return again.isSame || this.#isByDesign(request, again, true) ? undefined : again
      } catch {
        return undefined
      } finally {
        for (const world of worlds) await world.close()
      }
    }
    for (const after of [undefined, ...viewers.filter((each) => each !== pair.viewer)]) {
      if (after !== undefined && asked.method !== 'GET') break
      if (!(await differs(asked, pair.changes, after)) || (await differs(asked, [], after))) continue
      const holds = async (each: Asked): Promise<boolean> =>
        (await differs(each, pair.changes, after)) !== undefined
      const request = await smallestRequest(asked, holds)
      const some = await smallest(
        pair.changes,
        async (each) => (await differs(request, each, after)) !== undefined,
      )
      await this.#add(request, pair, after, some, (await differs(request, some, after)) ?? compared)
      return
    }
    const id = findingId(asked)
    this.#unsteady.set(id, (this.#unsteady.get(id) ?? 0) + 1)
  }

  /** Whether a difference reveals only what the database reveals by design. */
  #isByDesign(asked: Asked, { answers }: Comparison, isQuiet = false): boolean {
    if (asked.method === 'GET') return false
    const [one, other] = answers
    if (one.status === other.status) return false
    const isTaken = answers.some(
      ({ status, body }) => (status === 422 || status === 409) && /already taken/.test(body),
    )
    const removes = asked.method === 'DELETE' || /"(destroy|remove)"/.test(JSON.stringify(asked.body ?? ''))
    const isRestricted = !isTaken && removes && answers.some(({ status }) => status === 409)
    if (!isQuiet && isTaken) this.#exceptions.unique++
    if (!isQuiet && isRestricted) this.#exceptions.restricted++
    return isTaken || isRestricted
  }

  async #add(
    asked: Asked,
    pair: Pair,
    after: string | undefined,
    changes: readonly Change[],
    { answers }: Comparison,
    touched?: string,
    causes: readonly Method[] = [],
  ): Promise<void> {
    const id = findingId(asked, after)
    if (this.#findings.has(id)) return
    const named = namedCulprits(asked, pair.offers, this.#options.sources)
    for (const place of named) this.#places.add(place)
    const rules = await pair.first.rulesOf(asked, pair.viewer).catch(() => [])
    const places = culpritsOf(
      asked,
      pair.offers,
      pair.first.opened,
      this.#options.sources,
      rules,
      ([resource, name]) => causes.some(([other, method]) => other === resource && method === name),
      new Set(changes.map(({ table }) => table.model)),
    )
    const alike = [...this.#findings.values()].filter(
      ({ finding }) => places[0] !== undefined && finding.places[0] === places[0],
    )
    if (alike.length >= PER_PLACE) return
    const responses = answers.map(({ status, body }) => `${status} ${body}`)
    const finding = findingFrom({
      pair,
      asked,
      after,
      changes,
      responses,
      places,
      hiders: await hidersOf(changes[0], pair),
      ...(touched !== undefined && { touched }),
    })
    this.#findings.set(id, { finding, asked })
  }

  /** Whether a smaller request has already caused a finding. */
  #isKnown(asked: Asked, pair: Pair): boolean {
    const named = namedCulprits(asked, pair.offers, this.#options.sources)
    if (named.some((place) => this.#places.has(place))) return true
    if ((this.#unsteady.get(findingId(asked)) ?? 0) >= UNSTEADY) return true
    return [...this.#findings.values()].some(({ asked: found }) => {
      if (found.method !== asked.method || templateOf(found) !== templateOf(asked)) return false
      if (found.body !== undefined) return found.covers.join() === asked.covers.join()
      return found.query.every(([name, value]) =>
        asked.query.some(([other, given]) => {
          const isListed = /^(include|sort|extra_fields|fields)/.test(name)
          return other === name && (!isListed || given.split(',').includes(value))
        }),
      )
    })
  }

  #note(
    asked: Asked,
    viewer: string,
    { answers: [one, other], isSame }: Comparison,
    feature: Feature | undefined,
  ): void {
    const statuses = this.#statuses.get(viewer) ?? new Map<string, number>()
    const status = String(one.status)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    this.#statuses.set(viewer, statuses)
    const kind = `${viewer} ${asked.method} ${asked.type} ${asked.isAtomic ?? ''}`
    if (one.status === 403) this.#forbidden.set(kind, (this.#forbidden.get(kind) ?? 0) + 1)
    else this.#forbidden.set(kind, Number.NEGATIVE_INFINITY)
    if (feature) {
      const name = `${asked.type} ${feature.name}`
      this.#asked.set(name, this.#asked.get(name) === true || one.status < 300)
    }
    if (this.#seconds() >= (this.#progress.at(-1)?.seconds ?? 0) + STEP) {
      this.#progress.push(this.#reachedNow())
    }
    const id = `${findingId(asked)} as ${viewer}`
    if (isSame && one.statements !== other.statements) {
      addTo(this.#counts, id, one.statements, other.statements)
    }
    if (this.#options.time && asked.method === 'GET') addTo(this.#times, id, one.time, other.time)
  }

  async #hasOperations({ first, viewer }: Pair): Promise<boolean> {
    const asked: Asked = {
      method: 'POST',
      path: '/operations',
      query: [],
      body: {},
      isAtomic: true,
      type: '',
      covers: [],
    }
    return (await first.send(asked, viewer)).status !== 404
  }

  outcome(): Outcome {
    const covered = [...this.#all].map(([type, names]) => {
      const asked = [...names].filter((name) => this.#asked.has(`${type} ${name}`))
      const answered = asked.filter((name) => this.#asked.get(`${type} ${name}`) === true)
      return { type, asked: asked.length, answered: answered.length, of: names.size }
    })
    const uncovered = [...this.#all].flatMap(([type, names]) =>
      [...names].flatMap((name) => (this.#asked.get(`${type} ${name}`) === true ? [] : [`${type} ${name}`])),
    )
    return {
      findings: [...this.#findings.values()].map(({ finding }) => finding),
      seed: this.#options.seed,
      pairs: this.#pairs,
      requests: this.#requests,
      seconds: Math.round(this.#seconds()),
      progress: [...this.#progress, this.#reachedNow()],
      viewers: this.#options.viewers,
      statuses: Object.fromEntries(
        [...this.#statuses].map(([viewer, counts]) => [viewer, Object.fromEntries(counts)]),
      ),
      covered,
      uncovered,
      exceptions: this.#exceptions,
      leftOut: this.#leftOut,
      nothingHidden: [...this.#reached].filter((viewer) => !this.#hiding.has(viewer)),
      unreached: this.#options.viewers.filter((viewer) => !this.#reached.has(viewer)),
      unsteady: [...this.#unsteady.keys()],
      hints: [...timeHints(this.#times), ...statementHints(this.#counts)],
      isScopesTrusted: this.#isTrusted,
      incomplete: [...this.#incomplete.values()],
    }
  }
}

function addTo(all: Map<string, [number[], number[]]>, id: string, one: number, other: number): void {
  const known = all.get(id) ?? [[], []]
  known[0].push(one)
  known[1].push(other)
  all.set(id, known)
}

const templateOf = (asked: Asked): string => findingId({ ...asked, query: [], covers: [] })

/** The rules that hide the row of a difference from a viewer, if the API explains them. */
async function hidersOf(
  change: Change | undefined,
  { first, second, offers, viewer }: Pair,
): Promise<readonly string[]> {
  const offer = change && [...offers.values()].find(({ table }) => table?.model === change.table.model)
  if (!offer) return []
  const { table, row } = change
  const world = change.kind === 'add' ? second : first
  const list: Asked = { method: 'GET', path: `/${offer.type}`, query: [], type: offer.type, covers: [] }
  const rules = await world.rulesOf(list, viewer).catch(() => [])
  const hiders: string[] = []
  for (const rule of rules) {
    const isHiding =
      rule.type === offer.type && (await passesRow(rule, table, row, world.opened.client)) === false
    if (isHiding && !hiders.includes(rule.name)) hiders.push(rule.name)
  }
  return hiders
}

/** An API on a different database sees none of the rows, or rows that were not generated. */
function checkSeen({ seen, unseen, viewer }: Pair): void {
  const count = [...seen.values()].reduce((sum, ids) => sum + ids.length, 0)
  const hidden = [...unseen.values()].reduce((sum, ids) => sum + ids.length, 0)
  if (count === 0 && hidden === 0) {
    throw new ProveFault(
      `No records, visible or hidden, exist for ${viewer}, because no resource has a table. Run npx jsonapi-gen generate again, which writes the facts about the store.`,
    )
  }
}
