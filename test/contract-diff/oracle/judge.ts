import type { Api } from '@jsonapi-gen/runtime'
import { validatorOf } from '../../openapi/support/described.js'
import type { BlogClient } from '../../support/databases.js'
import { ask, missedIn } from './replay.js'
import { type Asked, requestsOf } from './requests.js'
import { emptyRows, hideRows, resetRows } from './rows.js'
import { type Offered, served } from './served.js'

/** The oracle's result for two schemas. */
export interface Judgement {
  /**
   * The first thing that a client of the base would miss, with the request; undefined if nothing is
   * missing.
   */
  readonly missed: string | undefined
  /**
   * Reads that the base itself has rejected, and responses that its own document does not permit. Writes may
   * be rejected because of their rows.
   */
  readonly refused: readonly string[]
}

/**
 * Sends all or some of the requests that the base's contract permits to servers of both schemas, which have
 * the same rows.
 */
export async function judge(
  base: Offered,
  head: Offered,
  stores: readonly [base: BlogClient, head: BlogClient],
  isAsked: (asked: Asked, index: number) => boolean = () => true,
): Promise<Judgement> {
  const [before, now] = [served(base, stores[0]), served(head, stores[1])]
  const validate = validatorOf(base.document)
  const requests = requestsOf(base).filter(isAsked)
  const refused: string[] = []
  // Rows may also be hidden by the base's own default filters.
  const ofHiddenRows = (asked: Asked): Promise<string | undefined> => replay(asked, true)
  const replay = async (asked: Asked, mayHide = false): Promise<string | undefined> => {
    const answer = await ask(before, asked)
    const invalid = validate({ method: asked.method, path: asked.path.split('?')[0] ?? '', ...answer })
    const isRefused = asked.method === 'GET' && !mayHide && answer.status >= 400 && !isRequired(answer.body)
    if (isRefused || invalid !== undefined) {
      refused.push(`${told(asked)}: ${answer.status} ${invalid ?? JSON.stringify(answer.body).slice(0, 300)}`)
    }
    const missed = missedIn(asked, answer, await ask(now, asked), validate)
    return missed === undefined ? undefined : `${told(asked)}: ${missed}`
  }
  const first = async (
    some: readonly Asked[],
    how: (asked: Asked) => Promise<string | undefined> = (asked) => replay(asked),
  ): Promise<string | undefined> => {
    for (const asked of some) {
      const missed = await how(asked)
      if (missed !== undefined) return missed
    }
    return undefined
  }
  const both = (change: (store: BlogClient) => Promise<void>) => Promise.all(stores.map(change))
  const reads = requests.filter(({ method }) => method === 'GET')
  const plain = reads.filter(({ path }) => !/filter|sort|stats/.test(path))
  const result = (missed: string | undefined): Judgement => ({ missed, refused })

  await both(resetRows)
  const ofReads = await first(reads)
  if (ofReads !== undefined) return result(ofReads)
  await both(hideRows)
  const ofHidden = await first(plain, ofHiddenRows)
  if (ofHidden !== undefined) return result(ofHidden)
  await both(resetRows)
  await emptyRows(stores[1], head.offer)
  const ofNulls = await first(plain, (asked) => nullsIn(asked, now, validate))
  if (ofNulls !== undefined) return result(ofNulls)
  await both(resetRows)
  return result(await first(requests.filter(({ method }) => method !== 'GET')))
}

/** A fault in the head's response about rows with nulls, which never occur in the base. */
async function nullsIn(
  asked: Asked,
  head: Pick<Api, 'fetch'>,
  validate: ReturnType<typeof validatorOf>,
): Promise<string | undefined> {
  const answer = await ask(head, asked)
  if (answer.status >= 400) return undefined
  const invalid = validate({ method: asked.method, path: asked.path.split('?')[0] ?? '', ...answer })
  return invalid === undefined ? undefined : `${told(asked)} with nulls: ${invalid}`
}

const told = ({ method, path, body }: Asked): string =>
  `${method} ${decodeURIComponent(path)} ${body ? JSON.stringify(body) : ''}`.trim()

/**
 * An include path requires the required filters of its target, but no parameter in a document can say that it
 * requires another one.
 */
const isRequired = (body: unknown): boolean => JSON.stringify(body).includes('"required_filter"')
