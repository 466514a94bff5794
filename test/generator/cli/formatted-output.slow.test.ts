import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { blogCopy } from '../support/blog.js'
import { ended, jsonapiGenHere } from '../support/cli.js'
import { folderWith, tracesUnder } from '../support/folder.js'

const BROKEN = 'resources:\n  notes:\n    attributes: { title: strng }\n    attributes: {}\n'
const COMMAND = 'npx jsonapi-gen generate --schema schema.example.yaml'

/** The blog with a stale, an edited, a missing and an orphaned file. */
async function drifted(): Promise<{ readonly folder: string; readonly schema: string }> {
  const { folder, schema, api } = await blogCopy()
  const text = await readFile(join(folder, schema), 'utf8')
  await writeFile(join(folder, schema), text.replace('max: 100', 'max: 50'))
  const author = join(api, 'generated/author.gen.ts')
  await writeFile(
    author,
    (await readFile(author, 'utf8')).replace("this.type('authors')", "this.type('writers')"),
  )
  await rm(join(api, 'generated/tag.gen.ts'))
  const profile = await readFile(join(api, 'generated/profile.gen.ts'), 'utf8')
  await writeFile(join(api, 'generated/gone.gen.ts'), profile)
  return { folder, schema }
}

describe('`--format json`', () => {
  test('`--format json` prints diagnostics as a single document on stdout', async () => {
    const folder = await folderWith({ 'schema.yaml': BROKEN })
    const { code, stdout, stderr } = await jsonapiGenHere(['validate', '--format', 'json'], folder)
    expect({ code, stderr, result: JSON.parse(stdout) }).toEqual({
      code: 2,
      stderr: '',
      result: {
        diagnostics: [
          {
            code: 'JG203',
            severity: 'error',
            file: 'schema.yaml',
            start: { line: 3, column: 26 },
            end: { line: 3, column: 31 },
            message: 'Unknown attribute type "strng". Did you mean "string"?',
            help: 'allowed: string, integer, bigint, float, decimal, boolean, date, datetime, uuid, json, bytes, enum; a trailing "[]" makes it a list, and "?" makes it nullable',
            related: [],
          },
          {
            code: 'JG105',
            severity: 'error',
            file: 'schema.yaml',
            start: { line: 4, column: 5 },
            end: { line: 4, column: 15 },
            message: 'Duplicate key "attributes"',
            related: [
              {
                file: 'schema.yaml',
                start: { line: 3, column: 5 },
                end: { line: 3, column: 15 },
                message: 'the first one is here',
              },
            ],
          },
        ],
      },
    })
  })

  test('`--format json` prints every kind of drift with its fix', async () => {
    const { folder, schema } = await drifted()
    const { code, stdout, stderr } = await jsonapiGenHere(
      ['generate', '--check', '--format', 'json', '--schema', schema],
      folder,
    )
    const path = (name: string): string => `examples/blog/src/api/generated/${name}.gen.ts`
    expect({ code, stderr, result: JSON.parse(stdout) }).toEqual({
      code: 3,
      stderr: '',
      result: {
        diagnostics: [],
        files: [
          {
            path: path('author'),
            kind: 'edited by hand',
            help: `move the change to author.resource.ts; ${COMMAND} restores the file`,
          },
          {
            path: 'examples/blog/src/api/generated/contract.gen.json',
            kind: 'stale',
            help: `${COMMAND} updates it`,
          },
          {
            path: path('gone'),
            kind: 'orphaned',
            help: `${COMMAND} deletes it, because its resource is no longer in the schema`,
          },
          { path: path('post'), kind: 'stale', help: `${COMMAND} updates it` },
          { path: path('tag'), kind: 'missing', help: `${COMMAND} writes it` },
        ],
        orphans: [],
      },
    })
  })
})

describe('`--format github`', () => {
  test('`--format github` prints diagnostics as workflow commands', async () => {
    const folder = await folderWith({ 'schema.yaml': BROKEN })
    expect(await jsonapiGenHere(['validate', '--format', 'github'], folder)).toEqual({
      code: 2,
      stdout: [
        '::error file=schema.yaml,line=3,col=26,endColumn=31,title=JG203::Unknown attribute type "strng". Did you mean "string"?%0Aallowed: string, integer, bigint, float, decimal, boolean, date, datetime, uuid, json, bytes, enum; a trailing "[]" makes it a list, and "?" makes it nullable',
        '::error file=schema.yaml,line=4,col=5,endColumn=15,title=JG105::Duplicate key "attributes"%0Aschema.yaml:3 the first one is here',
        '',
      ].join('\n'),
      stderr: '',
    })
  })

  test("`--format github` prints file paths relative to the repository's root, even if the command runs in a subfolder", async () => {
    const folder = await folderWith({ '.git/HEAD': '', 'packages/api/schema.yaml': BROKEN })
    const { stdout } = await jsonapiGenHere(['validate', '--format', 'github'], join(folder, 'packages/api'))
    expect(stdout).toMatch(/^::error file=packages\/api\/schema\.yaml,line=3,/)
    expect(stdout).toContain('%0Apackages/api/schema.yaml:3 the first one is here')
    const fine = await folderWith({
      '.git': 'gitdir: elsewhere',
      'api/schema.yaml':
        'resources: { notes: { adapter: null, public: true, attributes: { text: string }, filters: { id: { custom: true } } } }\n',
    })
    const drift = await jsonapiGenHere(['generate', '--check', '--format', 'github'], join(fine, 'api'))
    const files = drift.stdout.split('\n').flatMap((line) => /^::error file=([^,]*)/.exec(line)?.[1] ?? [])
    expect([files.length > 0, files.filter((path) => !path.startsWith('api/src/api/'))]).toEqual([true, []])
  })

  test('`--format github` annotates files that have drifted', async () => {
    const { folder, schema } = await drifted()
    const { code, stdout } = await jsonapiGenHere(
      ['generate', '--check', '--format', 'github', '--schema', schema],
      folder,
    )
    expect(code).toBe(3)
    expect(stdout.split('\n')[4]).toBe(
      `::error file=examples/blog/src/api/generated/tag.gen.ts,title=Generated code%3A missing::${COMMAND} writes it`,
    )
  })
})

describe('`generate --diff`', () => {
  test('`--diff` shows the changes as a patch that git applies, and writes no files', async () => {
    const { folder, schema } = await drifted()
    const before = await tracesUnder(folder)
    const { code, stdout, stderr } = await jsonapiGenHere(['generate', '--diff', '--schema', schema], folder)
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: '5 files would change in examples/blog/src/api and examples/blog/src/web\n',
    })
    expect(stdout).toContain(
      [
        "     this.allowSort('author.createdAt');",
        "     this.defaultSort([{ id: 'asc' }]);",
        '     this.defaultPageSize(20);',
        '-    this.maxPageSize(100);',
        '+    this.maxPageSize(50);',
        "     this.belongsTo('author', { resource: 'authors', foreignKey: 'authorId' });",
      ].join('\n'),
    )
    expect(await tracesUnder(folder)).toEqual(before)

    await writeFile(join(folder, 'changes.patch'), stdout)
    const git =
      "require('node:child_process').execFileSync('git', ['apply', 'changes.patch'], { stdio: 'inherit' })"
    expect(await ended(['-e', git], folder)).toEqual({ code: 0, stdout: '', stderr: '' })
    const { code: after } = await jsonapiGenHere(['generate', '--check', '--schema', schema], folder)
    expect(after).toBe(0)
  })
})
