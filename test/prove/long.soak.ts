import { expect, inject, test } from 'vitest'
import { serverOf } from '../verify/support/own-database.js'
import { prove } from './support/run.js'
import { ENGINES, stageOn } from './support/stage.js'
import { writeFile, mkdir } from 'node:fs/promises'

const SECONDS = Number(process.env['PROVE_SECONDS'] ?? 300)
const RUNS = ENGINES.flatMap((each) => inject('databases').map(({ name, url }) => ({ ...each, name, url })))

test.each(RUNS)(
  'prove/long: the $example example has no findings in minutes on $name with $engine',
  async ({ example, name, url }) => {
    const stage = await stageOn(example, name, serverOf('postgresql'))
    try {
      const server = name === 'sqlite' ? [] : ['--database', url]
      const options = ['--seconds', String(SECONDS), '--format', 'json']
      const { code, stdout, stderr } = await prove(stage.folder, ...server, ...options)
      await mkdir('/tmp/vp-soak', { recursive: true })
      await writeFile(`/tmp/vp-soak/${example}-${name}.json`, stdout + stderr)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    } finally {
      if (process.env['KEEP'] === undefined) await stage.remove()
    }
  },
  7_200_000,
)
