import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { folderWith } from '../generator/support/folder.js'

const CONTRACT = at('examples/saas/src/api/generated/contract.gen.json')

/** The output of `diff` after changes to the schema of the example with organisations. */
async function diffOf(
  changes: readonly (readonly [before: string, after: string])[],
  format = 'text',
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  let schema = await readFile(at('examples/saas/prisma/schema.prisma'), 'utf8')
  for (const [before, after] of changes) {
    expect(schema).toContain(before)
    schema = schema.replaceAll(before, after)
  }
  const folder = await folderWith({ 'schema.prisma': schema })
  const { stdout, stderr } = await jsonapiGenHere(
    ['diff', CONTRACT, '--schema', 'schema.prisma', '--format', format],
    folder,
  )
  return { stdout: stdout.replaceAll(/(schema\.prisma:)\d+/g, '$1N'), stderr }
}

/** The name of a project becomes hidden, so no request can use it. */
const HIDDEN_NAME: readonly (readonly [string, string])[] = [
  [
    `  /// @jsonapi.attribute(minLength: 1, maxLength: 100)
  /// @jsonapi.filter(operators: [eq, prefix, contains])
  name           String`,
    '  /// @jsonapi.hidden\n  name           String',
  ],
  ['/// @jsonapi.filter("project.name": { operators: [eq, prefix] })\n', ''],
  [', "project.name"', ''],
]

describe('contract-diff/grouped-changes (28.1): a change and its effects are one entry', () => {
  test('a removed attribute is a single entry with its effects, including effects on other resources', async () => {
    expect(await diffOf(HIDDEN_NAME)).toEqual({
      stdout: `Breaking
  projects.attributes.name: Responses no longer contain it.
    attribute-removed, schema.prisma:N, ce7fd88c11dbbb91
    - Writes no longer accept it. input-removed
    - filters.name: Requests can no longer filter by it. filter-removed
    - sorts.name: Requests can no longer sort by it. sort-removed
    - invoices.filters.project.name: Requests can no longer filter by it.
      filter-removed, schema.prisma:N
`,
      stderr: '1 breaking, 0 risky, 0 additions\n',
    })
  })

  test('Markdown starts with a summary, and lists effects below the change that causes them', async () => {
    expect((await diffOf(HIDDEN_NAME, 'markdown')).stdout)
      .toBe(`**1 breaking, 0 risky, 0 additions** in \`invoices\` and \`projects\`

## Breaking

- \`projects.attributes.name\`: Responses no longer contain it. \`attribute-removed\`, schema.prisma:N, \`ce7fd88c11dbbb91\`
  - Writes no longer accept it. \`input-removed\`
  - \`filters.name\`: Requests can no longer filter by it. \`filter-removed\`
  - \`sorts.name\`: Requests can no longer sort by it. \`sort-removed\`
  - \`invoices.filters.project.name\`: Requests can no longer filter by it. \`filter-removed\`, schema.prisma:N
`)
  })

  test('the GitHub format contains a single annotation, and JSON contains the cause of each effect', async () => {
    expect((await diffOf(HIDDEN_NAME, 'github')).stdout.match(/^::error .*$/gm)).toHaveLength(1)
    const { findings, counts } = JSON.parse((await diffOf(HIDDEN_NAME, 'json')).stdout) as {
      readonly findings: readonly { readonly rule: string; readonly cause?: object }[]
      readonly counts: object
    }
    expect(findings.map(({ rule, cause }) => [rule, cause])).toEqual([
      ['filter-removed', { place: 'projects.attributes.name', rule: 'attribute-removed' }],
      ['attribute-removed', undefined],
      ['input-removed', { place: 'projects.attributes.name', rule: 'attribute-removed' }],
      ['filter-removed', { place: 'projects.attributes.name', rule: 'attribute-removed' }],
      ['sort-removed', { place: 'projects.attributes.name', rule: 'attribute-removed' }],
    ])
    expect(counts).toEqual({ breaking: 1, risky: 0, announced: 0, addition: 0, waived: 0 })
  })

  test('a guard on an attribute, its filter and its sort count as one change', async () => {
    const { stdout } = await diffOf([
      [
        '@jsonapi.attribute(minLength: 1, maxLength: 200)\n  /// @jsonapi.filter(operators: [eq, prefix])\n',
        '@jsonapi.attribute(minLength: 1, maxLength: 200, readable: isOwner)\n  /// @jsonapi.filter(operators: [eq, prefix])\n',
      ],
    ])
    expect(stdout).toBe(`Breaking
  invoices.attributes.customer: It was open to everybody and is now open to
    isOwner. attribute-guarded, schema.prisma:N, ccf42f2613ee719c
    - The same applies to writes. input-guarded
    - The same applies to filters.customer. filter-guarded, schema.prisma:N
    - The same applies to sorts.customer. sort-guarded, schema.prisma:N
`)
  })

  test('a removed relationship includes the removal of its include paths', async () => {
    const { stdout } = await diffOf([
      [
        '  comments       Comment[]\n\n  @@index([organisationId])\n  @@map("projects")',
        '  /// @jsonapi.hidden\n  comments       Comment[]\n\n  @@index([organisationId])\n  @@map("projects")',
      ],
      [', "project.comments"', ''],
    ])
    expect(stdout).toBe(`Breaking
  projects.relationships.comments: It can no longer be requested.
    relationship-removed, schema.prisma:N, c53cf17e5db75c2e
    - Writes no longer accept it. input-removed
    - invoices.includes.create, invoices.includes.destroy,
      invoices.includes.index, invoices.includes.show and
      invoices.includes.update: It no longer permits "project.comments".
      include-removed, schema.prisma:N
`)
  })

  test('the report says in words that an effect is less serious than its change', async () => {
    const changes: readonly (readonly [string, string])[] = [
      ['  paid\n', ''],
      ['guard: isAccountant, scope: drafts,', 'guard: isAccountant,'],
      ['format: email', 'format: uri'],
    ]
    expect((await diffOf(changes)).stdout).toBe(`Breaking
  invoices.attributes.state: It no longer has the value "paid".
    input-narrowed, schema.prisma:N, cc46d046bb629890
    - The same applies to responses, where it does not break clients.
      enum-shrank
    - The same applies to filters.state. filter-narrowed, schema.prisma:N
  users.attributes.email: format was email and is now uri.
    input-narrowed, schema.prisma:N, c50452a7c01bb877
    - The same applies to responses, where it may break clients.
      attribute-format-changed

Risky
  invoices.ownActions.send: Its record was found in the scope drafts and is now
    found in the scope of update.
    own-action-scope-changed, schema.prisma:N, c70df12d8fd1e557
`)
    const { stdout } = await diffOf(changes, 'markdown')
    expect(stdout.split('\n').filter((line) => line.startsWith('  - '))).toEqual([
      '  - The same applies to responses, where it does not break clients. `enum-shrank`',
      '  - The same applies to `filters.state`. `filter-narrowed`, schema.prisma:N',
      '  - The same applies to responses, where it may break clients. `attribute-format-changed`',
    ])
    expect((await diffOf(changes, 'github')).stdout).toContain(
      '%0A- The same applies to responses, where it does not break clients. enum-shrank%0A',
    )
  })

  test('a default scope for all resources counts as one change', async () => {
    const { stdout, stderr } = await diffOf([['scopes: { read: tenant }', 'scopes: { read: members }']])
    expect(stdout).toBe(`Risky
  comments.scopes.read: The scope "members" replaces "tenant".
    scope-changed, schema.prisma:N, ce934146fec8f7d4
    - The same applies to invoices.scopes.read. scope-changed, schema.prisma:N
    - The same applies to lines.scopes.read. scope-changed, schema.prisma:N
    - The same applies to memberships.scopes.read.
      scope-changed, schema.prisma:N
    - The same applies to projects.scopes.read. scope-changed, schema.prisma:N
`)
    expect(stderr).toBe('0 breaking, 1 risky, 0 additions\n')
  })

  test('a new required attribute breaks existing POST requests, although a new attribute is otherwise an addition', async () => {
    const { stdout } = await diffOf([
      ['  customer       String', '  customer       String\n  reference      String'],
      ['"project.name", position', '"project.name", reference, position'],
    ])
    expect(stdout).toBe(`Breaking
  invoices.attributes.reference: A create request must contain it.
    input-required, schema.prisma:N, cd33f4cedc741bec

Additions
  invoices.attributes.reference: Responses now contain it.
    attribute-added, schema.prisma:N
    - sorts.reference: Requests can now sort by it.
      sort-added, schema.prisma:N
`)
  })

  test('no line of the report is longer than 80 columns', async () => {
    const { stdout } = await diffOf([
      ...HIDDEN_NAME,
      ['@jsonapi.attribute(minLength: 1, maxLength: 200)', '@jsonapi.attribute(readable: isOwner)'],
      ['scopes: { read: tenant }', 'scopes: { read: members }'],
    ])
    expect(stdout.split('\n').filter(({ length }) => length > 80)).toEqual([])
    expect(stdout).toContain('Breaking')
  })
})
