import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withInstalled } from '../clients/support/installed.js'
import { createServedProject, toldBy } from './support/served-project.js'

test('tsx prints no message when it loads the contract that generated/openapi.gen.ts imports (25.3)', async () => {
  const project = await createServedProject()
  try {
    const told = await withInstalled(['tsx@4.23.15'], ({ folder }) =>
      toldBy(project, join(folder, 'node_modules/tsx/dist/cli.mjs'), 'src/server.ts'),
    )
    expect(told).toEqual({ status: 200, document: project.document, stderr: '' })
  } finally {
    await project.remove()
  }
}, 300_000)
