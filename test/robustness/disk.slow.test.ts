import { chmod, chown, mkdir, readdir, symlink, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { applyPlan, type PlanEntry } from 'jsonapi-gen'
import { jsonapiGenHere, type Ended } from '../generator/support/cli.js'
import { emptyFolder, folderWith, textsUnder } from '../generator/support/folder.js'
import { oneIn } from '../support/sample.js'
import { boundUser, canMount, mount, unmount } from './support/conditions.js'
import { start, startBehind } from './support/process.js'
import { schemaOf } from './support/schemas.js'

/** The outcome of a rejected run: its exit code, its diagnostics and the path that they name. */
function refusal({ code, stdout, stderr }: Ended): object {
  const named = [...stderr.matchAll(/^(\S.*?)(?::\d+:\d+)? error (JG\d+) (.*)$/gm)]
  const found = [...new Set(named.map(([, , which, message]) => `${which} ${message}`))]
  return { code, stdout, found, path: named[0]?.[1], end: stderr.trimEnd().split('\n').at(-1) }
}

const untouched = {
  stdout: '',
  end: expect.stringMatching(
    /^\d+ errors?; nothing was written\. For details, run npx jsonapi-gen explain JG\d+(?: JG\d+)*\.$/,
  ),
}

// Permissions do not restrict root, and not every user may mount. Tests are registered only if they can run.
const users = [boundUser() ?? []].flat()

test.each(users)(
  '`generate` reports a folder without write permission, and does not change its content',
  async (user) => {
    const folder = await folderWith({ 'schema.yaml': schemaOf('a'), 'api/generated/.keep': '' })
    for (const path of ['.', 'schema.yaml', 'api', 'api/generated', 'api/generated/.keep']) {
      await chown(join(folder, path), user.uid, user.gid)
    }
    onTestFinished(() => chmod(join(folder, 'api/generated'), 0o755))
    await chmod(join(folder, 'api/generated'), 0o555)
    expect(refusal(await start(['generate'], folder, user).ended)).toEqual({
      ...untouched,
      code: 2,
      found: ['JG603 The file cannot be written: permission denied'],
      path: expect.stringMatching(/^api\/generated/),
    })
    expect(await readdir(join(folder, 'api'), { recursive: true })).toEqual(['generated', 'generated/.keep'])
  },
)

test.each(canMount() ? oneIn(2, [4, 16, 40, 64]) : [])(
  'if the disk is full after %i kilobytes, the old files remain and no new files exist',
  async (room) => {
    const folder = await folderWith({ 'schema.yaml': schemaOf('a', 40), 'disk/.keep': '' })
    const disk = join(folder, 'disk')
    expect(mount(disk, '1m')).toBe(true)
    onTestFinished(() => unmount(disk))
    await mkdir(join(disk, 'api/generated'), { recursive: true })
    await writeFile(join(disk, 'api/generated/things0.gen.ts'), 'mine\n')
    await writeFile(join(disk, 'filler'), Buffer.alloc((1024 - room - 8) * 1024))
    const before = await readdir(disk, { recursive: true })
    const run = await start(['generate', '--output', join(disk, 'api')], folder).ended
    expect(refusal(run)).toEqual({
      ...untouched,
      code: 2,
      found: ['JG603 The file cannot be written: the disk is full'],
      path: expect.stringMatching(/^disk\/api\//),
    })
    expect(await readdir(disk, { recursive: true })).toEqual(before)
    await truncate(join(disk, 'filler'))
    const again = await jsonapiGenHere(['generate', '--output', join(disk, 'api')], folder)
    expect(again).toMatchObject({ code: 0 })
  },
)

test('`generate` rejects a file that is larger than the system allows, and leaves no part of it behind', async () => {
  const folder = await folderWith({ 'schema.yaml': schemaOf('a') })
  const run = startBehind("trap '' XFSZ; ulimit -f 1", ['generate'], folder)
  expect(refusal(await run.ended)).toEqual({
    ...untouched,
    code: 2,
    found: ['JG603 The file cannot be written: the file would be too large for the system'],
    path: expect.stringMatching(/^api\//),
  })
  expect(await readdir(folder)).toEqual(['schema.yaml'])
})

test.each(oneIn(2, [24, 28, 32, 40, 56]))(
  'with at most %i open files, a run either succeeds or leaves everything unchanged',
  async (limit) => {
    const folder = await folderWith({ 'schema.yaml': schemaOf('a', 80) })
    await jsonapiGenHere(['generate', '--output', join(folder, 'reference')], folder)
    const { code, stderr } = await startBehind(`ulimit -n ${limit}`, ['generate'], folder).ended
    const written = await textsUnder(join(folder, 'api')).catch(() => ({}))
    const complete = await textsUnder(join(folder, 'reference'))
    const refused = /too many files are open|This process cannot open more files/.test(stderr)
    expect({ code, written }).toEqual(refused ? { code: 2, written: {} } : { code: 0, written: complete })
  },
  60_000,
)

describe('an output path that the file system rejects', () => {
  test.each([
    ['a name that is too long', 'x'.repeat(300), 'the path is too long'],
    ['a path that is too long', Array.from({ length: 900 }, () => 'abcd').join('/'), 'the path is too long'],
    ['a file at the path of a folder', 'schema.yaml', 'a file exists where a folder is needed'],
    ['a file at the path of a parent folder', 'schema.yaml/api', 'a file exists where a folder is needed'],
  ])('an output path that cannot be used is reported: %s', async (_, output, reason) => {
    const folder = await folderWith({ 'schema.yaml': schemaOf('a', 1) })
    const run = await jsonapiGenHere(['generate', '--output', output], folder)
    expect(refusal(run)).toEqual({
      ...untouched,
      code: 2,
      found: [expect.stringMatching(`^JG603 .* cannot be (?:read|written): ${reason}$`)],
      path: expect.stringContaining(output),
    })
    expect(await readdir(folder)).toEqual(['schema.yaml'])
  })

  test('`generate` reports a folder at the path of a file', async () => {
    const folder = await folderWith({
      'schema.yaml': schemaOf('a', 1),
      'api/generated/index.gen.ts/mine.txt': 'mine\n',
    })
    const before = await textsUnder(folder)
    expect(refusal(await jsonapiGenHere(['generate'], folder))).toEqual({
      ...untouched,
      code: 2,
      found: ['JG603 The file cannot be read: a folder exists where a file is needed'],
      path: 'api/generated/index.gen.ts',
    })
    expect(await textsUnder(folder)).toEqual(before)
  })
})

describe('a link that leads out of the output tree is rejected and not followed', () => {
  test.each([
    ['the output itself', 'api', 'elsewhere', 'api'],
    ['a parent folder of the output', 'parent', 'elsewhere', 'parent/api'],
    ['a folder in the output', 'api/generated', 'elsewhere', 'api'],
    ['a file in the output', 'api/generated/things0.gen.ts', 'elsewhere/precious.ts', 'api'],
    ['a file that is the user\u2019s', 'api/things0.resource.ts', 'elsewhere/precious.ts', 'api'],
    ['a link to nothing', 'api/generated/things0.gen.ts', 'elsewhere/nothing.ts', 'api'],
    ['a link to itself', 'api/generated', 'project/api/generated', 'api'],
  ])('a link that replaces %s is rejected and not followed', async (_, link, target, output) => {
    const folder = await folderWith({
      'elsewhere/precious.ts': 'precious\n',
      'project/schema.yaml': schemaOf('a', 1).replace('output: api', `output: ${output}`),
    })
    const project = join(folder, 'project')
    await mkdir(dirname(join(project, link)), { recursive: true })
    await symlink(join(folder, target), join(project, link))
    const before = await readdir(folder, { recursive: true })
    const run = await jsonapiGenHere(['generate'], project)
    expect(refusal(run)).toEqual({
      ...untouched,
      code: 2,
      found: [expect.stringMatching(/^JG602 .* is not followed$/)],
      path: link === 'parent' ? output : link,
    })
    expect(await readdir(folder, { recursive: true })).toEqual(before)
    expect(await textsUnder(join(folder, 'elsewhere'))).toEqual({ 'precious.ts': 'precious\n' })
  })

  test('`generate` follows a link within the output tree', async () => {
    const folder = await folderWith({ 'schema.yaml': schemaOf('a', 1), 'packages/api/.keep': '' })
    await symlink(join(folder, 'packages/api'), join(folder, 'api'))
    expect(await jsonapiGenHere(['generate'], folder)).toMatchObject({ code: 0 })
    expect(await readdir(join(folder, 'packages/api'))).toContain('generated')
  })
})

test('if the disk rejects a write halfway, `generate` undoes the write, so that no file changes', async () => {
  const root = await emptyFolder()
  await mkdir(join(root, 'generated/c.gen.ts/in-the-way'), { recursive: true })
  await writeFile(join(root, 'generated/b.gen.ts'), 'old b\n')
  const before = await textsUnder(root)
  const entries: readonly PlanEntry[] = [
    { kind: 'create', path: 'generated/a.gen.ts', owner: 'generated', text: 'new a\n' },
    { kind: 'update', path: 'generated/b.gen.ts', reason: 'stale', before: 'old b\n', text: 'new b\n' },
    { kind: 'update', path: 'generated/c.gen.ts', reason: 'stale', before: '', text: 'new c\n' },
    { kind: 'create', path: 'routes/d.ts', owner: 'yours', text: 'new d\n' },
  ]
  const refused = await applyPlan({ entries }, root)
  expect(refused.map(({ code, at }) => ({ code, path: at.source.path }))).toEqual([
    { code: 'JG603', path: join(root, 'generated/c.gen.ts') },
  ])
  expect(await textsUnder(root)).toEqual(before)
  expect(await readdir(root)).toEqual(['generated'])
})
