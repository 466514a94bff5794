import { expect, inject, test } from 'vitest'
import { serverOf } from '../verify/support/own-database.js'
import { type Proved, prove } from './support/run.js'
import { ENGINES, stageOn } from './support/stage.js'

/** The duration of a run. With five minutes, all runs take half an hour. */
const SECONDS = Number(process.env['PROVE_SECONDS'] ?? 300)

const RUNS = ENGINES.flatMap((each) => inject('databases').map(({ name, url }) => ({ ...each, name, url })))

interface Printed {
  readonly findings: readonly unknown[]
  readonly outcome: {
    readonly seconds: number
    readonly requests: number
    readonly pairs: number
    readonly progress: readonly {
      readonly seconds: number
      readonly asked: number
      readonly answered: number
    }[]
    readonly covered: readonly { readonly of: number }[]
  }
}

const printedBy = ({ stdout, stderr }: Proved): Printed => {
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as Printed
}

test.each(RUNS)(
  'prove/long: the $example example has no findings on $name with $engine',
  async ({ example, engine, name, url }) => {
    const stage = await stageOn(example, name, serverOf('postgresql'))
    try {
      const server = name === 'sqlite' ? [] : ['--database', url]
      const options = ['--seconds', String(SECONDS), '--format', 'json']
      const ended = await prove(stage.folder, ...server, ...options)
      const { findings, outcome } = printedBy(ended)
      const { seconds, requests, pairs, progress, covered } = outcome
      const all = covered.reduce((sum, each) => sum + each.of, 0)
      const steps = progress.map((each) => `${each.seconds} s ${each.asked}/${each.answered}`)
      process.stdout.write(
        `${example}, ${engine}, ${name}: ${requests} requests in ${pairs} pairs, ${(requests / seconds).toFixed(1)} requests per second. Kinds of request tried/with data, of ${all}: ${steps.join(', ')}\n`,
      )
      expect({ code: ended.code, findings }).toEqual({ code: 0, findings: [] })
    } finally {
      await stage.remove()
    }
  },
  7_200_000,
)
