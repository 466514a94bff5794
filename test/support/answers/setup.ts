import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, inject } from 'vitest'
import { writes } from '../../../runtime/src/controller/write/writes.js'
import { isPrismaAlone } from '../prisma-alone.js'
import { seen } from './observer.js'

// The first request starts loading this code, but waits for it only if it writes. If a test file ended in the meantime,
// loading would stop, and later files could not load the code either.
await writes.load()

// With `ENGINE=kysely`, the suites run on the second engine.
if (process.env['ENGINE'] === 'kysely') {
  await import('../../kysely/support/engine.js')
  beforeEach(({ task, skip }) => {
    if (isPrismaAlone(task.file.filepath, task.name)) skip()
  })
}

/** After each test: a response that does not match its OpenAPI document fails the test that requested it. */
const check = (): void => {
  const faults = seen.faults.splice(0)
  if (faults.length === 0) return
  throw new Error(
    `The OpenAPI document does not have ${faults.length} answers:\n${faults.slice(0, 5).join('\n')}`,
  )
}

afterEach(check)
afterAll(async () => {
  check()
  await appendFile(join(inject('directory'), 'answers.txt'), `${seen.answers} ${seen.errors}\n`)
  Object.assign(seen, { answers: 0, errors: 0 })
})
