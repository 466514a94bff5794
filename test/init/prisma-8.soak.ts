import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { OFFLINE } from '../../scripts/lib/prisma-client.js'
import { runIn } from '../create/support/project.js'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { folderWith } from '../generator/support/folder.js'
import { isSoak } from '../support/sample.js'

/** A release candidate of Prisma 8 that does not change. */
const PINNED = '8.0.0-rc.19'

const DATAMODEL = `generator client {
  provider = "prisma-client"
  output   = "../src/prisma"
}

datasource db {
  provider = "sqlite"
}

model Note {
  id   Int    @id @default(autoincrement())
  text String
}
`

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

test.each(isSoak ? [...new Set([PINNED, await newest()])] : [PINNED])(
  'after a command without a version has installed Prisma %s, the messages of `init` and `generate` lead to a working project (JG718)',
  { timeout: 900_000 },
  async (candidate) => {
    const folder = await folderWith({
      'package.json': '{ "name": "notes", "private": true, "type": "module" }',
      'prisma/schema.prisma': DATAMODEL,
    })
    folders.push(folder)
    const typed = async (line: string) => {
      const [program = '', ...parameters] = line.split(' ')
      const quiet =
        program === 'npm' ? ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'] : []
      const { code, stdout, stderr } = await runIn(folder, program, [...parameters, ...quiet], OFFLINE)
      return { code, said: stdout + stderr }
    }
    const installed = await typed(`npm install prisma@${candidate}`)
    expect(installed.code, installed.said).toBe(0)
    expect(await typed('npx prisma generate')).not.toMatchObject({ code: 0 })

    const cures = []
    for (const command of ['init', 'generate']) {
      const { code, stderr } = await jsonapiGenHere([command], folder)
      expect({ command, code }).toEqual({ command, code: 0 })
      expect(stderr).toContain(`JG718 prisma has version ${candidate}, but jsonapi-gen needs Prisma 7`)
      cures.push(/^ {2}(npm install prisma@7 .*)$/m.exec(stderr)?.[1])
    }
    const [cure = ''] = cures
    expect(cures).toEqual(['npm install prisma@7 @prisma/client@7', cure])

    for (const line of [cure, 'npx prisma@7 generate']) {
      const { code, said } = await typed(line)
      expect({ line, code }, said).toEqual({ line, code: 0 })
    }
    const { code, stderr } = await jsonapiGenHere(['generate', '--strict'], folder)
    expect({ code, warned: /JG718|JG804/.test(stderr) }).toEqual({ code: 0, warned: false })
  },
)

/**
 * The newest release candidate in the registry, or the newest release if there is one. It is printed, because
 * it may differ on another day.
 */
async function newest(): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', ['view', 'prisma', 'versions', '--json'])
  const versions = (JSON.parse(stdout) as readonly string[]).filter((version) =>
    /^8\.\d+\.\d+(?:-rc\.\d+)?$/.test(version),
  )
  const numbers = (version: string) => (version.includes('-') ? version : `${version}-z`)
  const last = versions
    .toSorted((a, b) => numbers(a).localeCompare(numbers(b), 'en', { numeric: true }))
    .at(-1)
  if (last === undefined) throw new Error('The registry has no Prisma 8.')
  process.stdout.write(`The newest Prisma 8 is ${last}.\n`)
  return last
}
