import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CATALOGUE, loadSchema, prepare, type Code } from 'jsonapi-gen'
import type { Cure } from './cures/cure.js'
import { DATAMODEL_CURES } from './cures/datamodel.js'
import { FORMAT_CURES } from './cures/format.js'
import { NAME_CURES } from './cures/names.js'
import { REFERENCE_CURES } from './cures/references.js'
import { RUN_CURES } from './cures/runs.js'
import { jsonapiGenHere } from './support/cli.js'
import { copyOf, folderWith } from './support/folder.js'
import { fixturesOf } from './support/fixtures.js'

interface Case {
  readonly fixture: string
  readonly cure: Cure['edits']
  /** The diagnostics that remain after the fix. */
  readonly left?: readonly string[]
  /** Whether `validate` reports the diagnostic. */
  readonly review?: boolean
}

// Each fix is the text after "Fix:" in docs/diagnostics.md, or in the help line of the message, followed
// literally.
const CASES: Readonly<Record<string, Case>> = {
  JG113: {
    fixture: 'invalid/JG113-conflicts',
    cure: {
      'schema.yaml': [
        ['<<<<<<< HEAD\n', ''],
        ['=======\n', ''],
        ['>>>>>>> other\n', ''],
      ],
    },
  },
  JG508: {
    fixture: 'warned/JG508-models-without-a-key',
    cure: {
      'schema.prisma': [
        ['  b Float\n', '  b Int\n'],
        ['/// @jsonapi.resource\nview Loose', '/// @jsonapi.resource(id: [a, b])\nview Loose'],
        ['  at Float @id', '  id Int @id @default(autoincrement())\n  at Float'],
      ],
    },
  },
  JG509: {
    fixture: 'warned/JG509-polymorphic-composite-ids',
    cure: {
      'schema.prisma': [
        ['foreignKey: subjectId } } })', 'foreignKey: subjectId, primaryKey: code } } })'],
        ['foreignKey: subjectId, as: subject })', 'foreignKey: subjectId, as: subject, primaryKey: code })'],
      ],
    },
  },
  JG514: {
    fixture: 'warned/JG514-models-that-are-misread',
    cure: {
      'schema.prisma': [
        ['  constructor Part[]', '  parts Part[]'],
        ['  OR Int?', '  orValue Int? @map("OR")'],
      ],
    },
  },
  JG516: {
    fixture: 'warned/JG516-relations-that-never-end',
    cure: { 'schema.prisma': [['  then   Step?', '  next   Step?']] },
  },
  JG513: {
    fixture: 'invalid/JG513-ids-that-tell-nothing-apart',
    cure: {
      'schema.yaml': [
        ['attribute: slug', 'attribute: id'],
        ['attribute: path', 'attribute: code'],
        ['attribute: madeAt', 'attribute: code'],
      ],
    },
    left: ['JG701', 'JG701', 'JG701', 'JG701'],
  },
  JG701: {
    fixture: 'warned/JG701-columns-that-nothing-fills',
    cure: {
      'schema.prisma': [
        [
          '/// @jsonapi.resource\nmodel Account',
          '/// @jsonapi.resource(actions: [index, show, update, destroy])\nmodel Account',
        ],
        ['(actions: [index, create])', '(actions: [index])'],
      ],
    },
    left: ['JG801', 'JG801'],
  },
  JG703: {
    fixture: 'warned/JG703-joins-without-a-key',
    cure: {
      'data.prisma': [['references: [id])\n}', 'references: [id])\n\n  @@unique([personId, clubId])\n}']],
    },
  },
  JG713: {
    fixture: 'warned/JG713-links-that-nothing-makes',
    cure: { 'data.prisma': [['tenantId     Int\n', 'tenantId     Int        @default(1)\n']] },
  },
  JG704: {
    fixture: 'warned/JG704-views-that-are-written-to',
    cure: { 'schema.yaml': [['[index, show, create, update]', '[index, show]']] },
  },
  JG709: {
    fixture: 'warned/JG709-guards-that-are-led-past',
    cure: {
      'schema.yaml': [
        [
          'actions: { index: isAccountant, show: true }',
          'actions: { index: isAccountant, show: true }\n    scopes: { read: visible }',
        ],
      ],
    },
  },
  JG710: {
    fixture: 'warned/JG710-resources-without-a-policy',
    cure: {
      'schema.yaml': [
        ['# its own policy', 'scopes: { read: visible }'],
        ['# a guard', 'actions: { index: isMember }'],
        ['# intended', 'public: true'],
        ['# drops the default scopes and has no scopes of its own', 'public: true'],
      ],
    },
  },
  JG711: {
    fixture: 'warned/JG711-joins-under-several-policies',
    cure: { 'schema.yaml': [['    actions: { destroy: isOwner }\n', '']] },
  },
  JG518: {
    fixture: 'invalid/JG518-fields-that-prisma-cannot-compare',
    cure: {
      'schema.prisma': [
        ['  not   String?', '  notValue String? @map("not")'],
        ['  And   String?', '  andValue String? @map("And")'],
        ['  or      String @id', '  orValue String @id @map("or")'],
        ['  Or      Int?', '  orNumber Int? @map("Or")'],
      ],
      'schema.yaml': [
        [
          'attributes: { not: , renamed: { column: And }',
          'attributes: { notValue: , renamed: { column: andValue }',
        ],
        ['filters: { not: ,', 'filters: { notValue: ,'],
        ['attributes: { Or: {', 'attributes: { orNumber: {'],
        ['defaultFilters: { Or: 1 }', 'defaultFilters: { orNumber: 1 }'],
        ['thing.not', 'thing.notValue'],
      ],
    },
  },
  JG720: {
    fixture: 'warned/JG720-creates-without-a-scope',
    cure: {
      'schema.yaml': [
        ['scopes: { update: own, destroy: own }', 'scopes: { create: own, update: own, destroy: own }'],
        [
          'update: true, destroy: false }\n    scopes: { update: own }',
          'update: true, destroy: false }\n    scopes: { create: own, update: own }',
        ],
      ],
    },
  },
  JG721: {
    fixture: 'warned/JG721-no-index-on-postgresql',
    cure: {
      'data.prisma': [
        [
          '  @@index([section, place])\n',
          '  @@index([section, place])\n  @@index([authorId])\n  @@index([title])\n  @@index([note], type: Hash, map: "note_hash")\n  @@index([place])\n  @@index([at])\n',
        ],
        ['  note      String\n', '  note      String @db.VarChar(650)\n'],
        ['  @@index([note], type: Brin)\n', '  @@index([note])\n'],
        ['  @@id([articleId, tagId])\n', '  @@id([articleId, tagId])\n  @@index([tagId])\n'],
      ],
      'schema.yaml': [['unindexed: [views]', 'unindexed: [views, body, author.name, author.email]']],
    },
  },
  JG714: {
    fixture: 'warned/JG714-actions-that-are-left-out',
    cure: {
      'schema.yaml': [
        [
          'actions: [index, show]',
          'actions: { index: true, show: true, create: false, update: false, destroy: false }',
        ],
        [
          'actions: { index: true, show: { deprecated: { since: 2026-01-31, use: index } } }',
          'actions: { index: true, show: true, create: isMember, destroy: false }',
        ],
      ],
    },
  },
  JG715: {
    fixture: 'warned/JG715-actions-that-everybody-may-do',
    cure: {
      'schema.yaml': [
        ['# closed', 'actions: { index: true, show: true, create: false, update: false, destroy: false }'],
        [
          'create: true, update: isMember, destroy: true }',
          'create: isMember, update: isMember, destroy: false }',
        ],
        ['actions: [index, show]', 'actions: { index: true, show: true, create: isMember, destroy: false }'],
        ['# intended', 'public: true'],
      ],
    },
  },
  JG716: {
    fixture: 'warned/JG716-needs-that-few-may-write',
    cure: {
      'schema.yaml': [
        ['price: { writable: isStaff }', 'price: { writable: isStaff, required: false }'],
        [
          '    sideloads: [room, guest]',
          '    actions: { index: true, show: true, create: isStaff, update: true, destroy: true }\n    sideloads: [room, guest]',
        ],
        ['  bookings:\n    public: true\n', '  bookings:\n'],
      ],
    },
    left: ['JG806', 'JG806'],
  },
  JG807: {
    fixture: 'warned/JG807-destroys-that-reach-past-policies',
    review: true,
    cure: {
      'schema.prisma': [
        [
          '  patients Patient[]\n  offers',
          '  /// @jsonapi.sideload(dependent: restrict)\n  patients Patient[]\n  offers',
        ],
        [
          'references: [id], onDelete: Cascade)\n  clinic ',
          'references: [id], onDelete: Restrict)\n  clinic ',
        ],
        ['  visits    Visit[]', '  /// @jsonapi.sideload(dependent: restrict)\n  visits    Visit[]'],
        ['  rooms     Room[]', '  /// @jsonapi.sideload(dependent: restrict)\n  rooms     Room[]'],
        ['  notes     Note[]', '  /// @jsonapi.sideload(dependent: restrict)\n  notes     Note[]'],
        ['  desks Desk[]', '  /// @jsonapi.sideload(dependent: restrict)\n  desks Desk[]'],
      ],
    },
  },
  JG808: {
    fixture: 'warned/JG808-links-that-hidden-records-hold',
    review: true,
    cure: {
      'schema.yaml': [
        [
          'sideloads: [member]\n  # A default filter',
          'sideloads: { member: { writable: false } }\n  # A default filter',
        ],
        [
          '[profile, badge, seat,',
          '{ profile: , badge: { writable: isStaff }, seat: , account: , posts: } #',
        ],
      ],
    },
    left: ['JG807', 'JG807'],
  },
  JG705: {
    fixture: 'warned/JG705-ignored-models',
    cure: { 'schema.prisma': [['/// @jsonapi.resource\nmodel Old', 'model Old']] },
  },
  JG801: {
    fixture: 'warned/JG801-fields-that-are-left-out',
    cure: {
      'schema.prisma': [
        ['  api_key ', '  /// @jsonapi.hidden\n  api_key '],
        ['  AccessToken ', '  /// @jsonapi.hidden\n  AccessToken '],
        ['  passwordhash ', '  /// @jsonapi.attribute(readable: false)\n  passwordhash '],
        ['  twoFactorSecret ', '  /// @jsonapi.hidden\n  twoFactorSecret '],
        ['  pinCode ', '  /// @jsonapi.attribute\n  pinCode '],
        ['  key     Json', '  /// @jsonapi.hidden\n  key     Json'],
        ['  type  ', '  /// @jsonapi.hidden\n  type  '],
        ['  serial_  ', '  /// @jsonapi.hidden\n  serial_  '],
        ['  id_  ', '  /// @jsonapi.hidden\n  id_  '],
      ],
    },
  },
  JG803: {
    fixture: 'warned/JG803-types-that-are-taken',
    cure: {
      'schema.prisma': [
        ['/// @jsonapi.resource\nmodel Index', '/// @jsonapi.resource(type: "columns")\nmodel Index'],
        [
          '/// @jsonapi.resource\nmodel Settings',
          '/// @jsonapi.resource(type: "preferences")\nmodel Settings',
        ],
        ['/// @jsonapi.resource\nmodel Tag', '/// @jsonapi.resource(type: "marks")\nmodel Tag'],
      ],
    },
  },
  JG805: {
    fixture: 'warned/JG801-fields-that-are-left-out',
    cure: {
      'schema.prisma': [
        ['  type            String?', '  /// @jsonapi.attribute(name: "kind")\n  type            String?'],
        ['  serial_         String?', '  /// @jsonapi.hidden\n  serial_         String?'],
        ['  id_             Maker?', '  /// @jsonapi.sideload(name: "maker")\n  id_             Maker?'],
      ],
    },
    left: ['JG801', 'JG801'],
  },
  JG725: {
    fixture: 'warned/JG725-parts-past-their-date',
    cure: {
      'schema.yaml': [
        ['    deprecated: { since: 2019-01-31, sunset: 2020-01-31 }\n', ''],
        ['sunset: 2020-01-31, use: fullName', 'sunset: 2999-01-31, use: fullName'],
        ['since: 2019-01-31, sunset: 2020-01-31 } }\n    actions:', 'since: 2019-01-31 } }\n    actions:'],
        [
          '    actions:\n      wave: { on: record, output: meta, deprecated: { since: 2019-01-31, sunset: 2020-01-31 } }\n      destroy: { guard: isStaff, deprecated: { since: 2019-01-31, sunset: 2020-01-31, use: wave } }\n',
          '',
        ],
      ],
    },
  },
  JG806: {
    fixture: 'warned/JG806-attributes-that-nothing-fills',
    cure: {
      'schema.yaml': [
        ['slug: { required: false }', 'slug:'],
        ['hash: { required: false }', 'hash: { required: false, writable: false }'],
        ['clientIds: allowed', 'clientIds: required'],
      ],
    },
  },
}

/** Codes whose fixes this test cannot follow, and the reasons. */
const WITHOUT: Partial<Readonly<Record<Code, string>>> = {
  JG601:
    'It is a fault of ours, and its cure is to report it: no schema gives a path outside the output folder.',
  JG609:
    'Its cure is to name another folder, or to install packages: test/action/clients.slow.test.ts compiles such clients.',
  JG605: 'Its cure is to end another process: test/robustness/concurrent.slow.test.ts does, and runs again.',
  JG722:
    '`diff` reports it: test/generator/cli/contract-diff.slow.test.ts compares with and without such a waiver.',
  JG723:
    '`diff` reports it: test/generator/cli/contract-diff.slow.test.ts compares an expired and a valid waiver.',
}

/** `verify` reports these in a running database: test/verify/drifts.slow.test.ts runs the SQL that removes them. */
const OF_DATABASES = Object.keys(CATALOGUE).filter((code) => code.startsWith('JG9'))

const INLINE = { ...FORMAT_CURES, ...NAME_CURES, ...REFERENCE_CURES, ...DATAMODEL_CURES }

test('every diagnostic code has a fix that these tests apply, or a reason why they cannot apply it', () => {
  const cured = [CASES, INLINE, RUN_CURES, WITHOUT].flatMap((each) => Object.keys(each))
  expect([...cured, ...OF_DATABASES].toSorted()).toEqual(Object.keys(CATALOGUE))
})

describe('applying a fix exactly as described removes the diagnostic', () => {
  test.each(Object.entries(CASES))(
    'the fix for %s works in its fixture',
    async (code, { fixture, cure, left = [], review }) => {
      const [kind, name = ''] = fixture.split('/')
      const folder = await copyOf(join(fixturesOf(kind === 'invalid' ? 'invalid' : 'warned'), name))
      const file = (await readdir(folder)).includes('schema.yaml') ? 'schema.yaml' : 'schema.prisma'
      expect(await codesOf(folder, file, code, review)).toContain(code)
      await edit(folder, cure)
      expect(await codesOf(folder, file, code, review)).toEqual(left)
    },
  )

  test.each(Object.entries(INLINE))(
    'the fix for %s works in inline files',
    async (code, { files, edits, left = [] }) => {
      const folder = await folderWith(files)
      const [file = ''] = Object.keys(files)
      expect(await codesOf(folder, file, code)).toContain(code)
      await edit(folder, edits)
      expect(await codesOf(folder, file, code)).toEqual(left)
    },
  )

  test.each(Object.entries(RUN_CURES))(
    'the fix for %s works when applied to a whole run',
    async (code, { files, spoil, cure, options = [], left = [] }) => {
      const folder = await folderWith(files)
      await spoil?.(folder)
      const first = await jsonapiGenHere(['generate', ...options], folder)
      expect(first.stderr).toContain(` ${code} `)
      await cure(folder)
      const then = await jsonapiGenHere(['generate', '--strict', ...options], folder)
      const codes = then.stderr.match(/(?<=(?:error|warning|note) )JG\d+/g) ?? []
      expect({ ...then, stderr: codes }).toEqual({
        code: left.length === 0 ? 0 : 2,
        stdout: '',
        stderr: left,
      })
    },
  )
})

async function edit(folder: string, edits: Cure['edits']): Promise<void> {
  for (const [path, changes] of Object.entries(edits)) {
    const whole = typeof changes === 'string' ? changes : undefined
    let text = whole ?? (await readFile(join(folder, path), 'utf8'))
    for (const [before, after] of typeof changes === 'string' ? [] : changes) {
      if (!text.includes(before)) throw new Error(`${path} has no ${before}`)
      text = text.replace(before, after)
    }
    await writeFile(join(folder, path), text)
  }
}

/**
 * The diagnostics for writes that everybody may perform. They remain after a fix, unless the fix is for one
 * of them.
 */
const OPEN_WRITES: readonly string[] = ['JG714', 'JG715']

/** The codes of all diagnostics for a schema and for the code generated from it. */
async function codesOf(
  folder: string,
  file: string,
  fault: string,
  review = false,
): Promise<readonly string[]> {
  const loaded = await loadSchema(join(folder, file), file, { review })
  const prepared = loaded.ok ? await prepare(loaded) : undefined
  const failed = prepared?.ok === false ? prepared.diagnostics : []
  const codes = [...loaded.diagnostics, ...failed].map(({ code }) => code)
  // The datamodels of these faults have no indexes, and their resources have no policies.
  const others = [OPEN_WRITES, ['JG721']].filter((each) => !each.includes(fault)).flat()
  return codes.filter((code) => !others.includes(code))
}
