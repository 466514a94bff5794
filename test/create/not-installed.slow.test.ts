import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { ended } from '../generator/support/cli.js'
import { emptyFolder } from '../generator/support/folder.js'

test.each([['create', '--help'], ['demo'], ['demo:saas']])(
  'before `npm ci`, `npm run %s` prints the command that must run first',
  async (script, ...options) => {
    const clone = await emptyFolder()
    await cp(at('scripts'), join(clone, 'scripts'), { recursive: true })
    const { scripts } = JSON.parse(await readFile(at('package.json'), 'utf8')) as {
      scripts: Readonly<Record<string, string>>
    }
    const [, ...parameters] = (scripts[script] ?? '').split(' ')
    expect(await ended([...parameters, ...options], clone)).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Run npm ci first.\n',
    })
  },
)
