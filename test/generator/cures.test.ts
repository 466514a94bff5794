import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadSchema, type Diagnostic } from 'jsonapi-gen'
import { copyOf } from './support/folder.js'
import { fixturesOf } from './support/fixtures.js'

/** Texts that the cure puts in the place of others, by file. */
type Cure = Readonly<Record<string, readonly (readonly [string, string])[]>>

interface Case {
  readonly fixture: string
  readonly cure: Cure
  /** What is left to say, once the cure has been followed. */
  readonly left?: readonly string[]
}

// Each follows its "Cure:" in docs/diagnostics.md, or the help line of the message, to the letter.
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
    fixture: 'warned/JG508-composite-ids',
    cure: {
      'schema.prisma': [
        [
          '  a Int\n  b Int\n\n  @@id([a, b])',
          '  id Int @id @default(autoincrement())\n  a Int\n  b Int\n\n  @@unique([a, b])',
        ],
        [
          '/// @jsonapi.resource\nmodel Loose {',
          '/// @jsonapi.resource(id: { attribute: a })\nmodel Loose {',
        ],
        ['  at DateTime @id', '  id Int @id @default(autoincrement())\n  at DateTime'],
      ],
    },
  },
  JG509: {
    fixture: 'warned/JG509-composite-keys',
    cure: {
      'schema.prisma': [
        ['  page Page', '  /// @jsonapi.hidden\n  page Page'],
        ['  notes Note[]', '  /// @jsonapi.hidden\n  notes Note[]'],
      ],
    },
    // Its key is not filled by the relation that was hidden.
    left: ['JG701'],
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
  JG704: {
    fixture: 'warned/JG704-views-that-are-written-to',
    cure: { 'schema.yaml': [['[index, show, create, update]', '[index, show]']] },
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
  JG802: {
    fixture: 'warned/JG801-fields-that-are-left-out',
    cure: {
      'schema.prisma': [
        ['  type            String?', '  kind            String? @map("type")'],
        ['  serial_         String?', '  serial          String? @map("serial_")'],
        ['  id_             Maker?', '  maker           Maker?'],
      ],
    },
    left: ['JG801', 'JG801'],
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
}

describe('who follows a cure to the letter is rid of the diagnostic', () => {
  const cured = Object.entries(CASES)

  test.each(cured)('%s', async (code, { fixture, cure, left = [] }) => {
    const [kind, name = ''] = fixture.split('/')
    const folder = await copyOf(join(fixturesOf(kind === 'invalid' ? 'invalid' : 'warned'), name))
    const file = (await readdir(folder)).includes('schema.yaml') ? 'schema.yaml' : 'schema.prisma'
    expect((await loaded(folder, file)).map((each) => each.code)).toContain(code)
    for (const [path, changes] of Object.entries(cure)) {
      let text = await readFile(join(folder, path), 'utf8')
      for (const [before, after] of changes) {
        expect(text).toContain(before)
        text = text.replace(before, after)
      }
      await writeFile(join(folder, path), text)
    }
    expect((await loaded(folder, file)).map((each) => each.code)).toEqual(left)
  })
})

async function loaded(folder: string, file: string): Promise<readonly Diagnostic[]> {
  return (await loadSchema(join(folder, file), file)).diagnostics
}
