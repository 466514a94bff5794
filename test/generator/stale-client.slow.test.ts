import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { OFFLINE } from '../../scripts/lib/prisma-client.js'
import { ended, jsonapiGenHere } from './support/cli.js'

const MODELS = `model Note {
  id    Int    @id @default(autoincrement())
  text  String
  state State
}

enum State {
  draft
  sent
}
`

const blocks = (provider: string, output: string): string => `generator client {
  provider = "${provider}"
  output   = "${output}"
}

datasource db {
  provider = "postgresql"
}
`

const YAML = (schema: string): string =>
  `prisma: { schema: ${schema} }\nresources: { notes: { public: true, attributes: { text: , state: } } }\n`

/** Changes to the models, each with the part that the client then lacks. */
const CHANGES: readonly (readonly [
  change: string,
  before: string,
  after: string,
  lacks: string | undefined,
])[] = [
  ['a new column', '  text ', '  more  String?\n  text ', 'Note.more'],
  ['another type', '  text  String', '  text  Int', 'Note.text with its type'],
  ['a column that may be null', '  text  String', '  text  String?', 'Note.text with its type'],
  ['a list', '  text  String', '  text  String[]', 'Note.text with its type'],
  ['a new value of an enum', '  sent\n', '  sent\n  read\n', 'Note.state with its type'],
  ['a new model', 'enum State', 'model Tag {\n  id Int @id\n}\n\nenum State', 'the model Tag'],
  ['a default', '  text  String', '  text  String @default("x")', undefined],
  ['a comment', 'enum State', '// States.\nenum State', undefined],
]

/** The layouts of Prisma schemas and of generated clients. */
const LAYOUTS = [
  {
    layout: 'prisma-client, one file',
    changes: CHANGES,
    models: 'prisma/schema.prisma',
    files: {
      'prisma/schema.prisma': `${blocks('prisma-client', '../src/prisma')}\n${MODELS}`,
      'schema.yaml': YAML('prisma/schema.prisma'),
    },
  },
  {
    layout: 'prisma-client, a folder of files',
    changes: CHANGES.slice(0, 1),
    models: 'prisma/models/note.prisma',
    files: {
      'prisma/schema.prisma': blocks('prisma-client', '../src/prisma'),
      'prisma/models/note.prisma': MODELS,
      'schema.yaml': YAML('prisma'),
    },
  },
  {
    layout: 'prisma-client-js',
    changes: CHANGES.slice(0, 1),
    models: 'prisma/schema.prisma',
    files: {
      'prisma/schema.prisma': `${blocks('prisma-client-js', '../src/prisma')}\n${MODELS}`,
      'schema.yaml': YAML('prisma/schema.prisma'),
    },
  },
]

describe.each(LAYOUTS)('a Prisma Client older than its schema (20.18, JG809): $layout', (layout) => {
  const { models, files, changes } = layout
  test('`generate` lists exactly the models and columns that the client lacks', async () => {
    await mkdir(at('.tmp'), { recursive: true })
    const folder = await mkdtemp(at('.tmp/stale-client-'))
    try {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, path)), { recursive: true })
        await writeFile(join(folder, path), text)
      }
      const schema = models.includes('models/') ? 'prisma' : models
      const program = [at('node_modules/prisma/build/index.js'), 'generate', '--schema', schema]
      const made = await ended(program, folder, { ...process.env, ...OFFLINE })
      expect(made.code, made.stderr).toBe(0)
      const text = await readFile(join(folder, models), 'utf8')
      const said = []
      for (const [change, before, after] of changes) {
        await writeFile(join(folder, models), text.replace(before, after))
        const { stderr } = await jsonapiGenHere(['generate'], folder)
        const [, lacks] =
          /JG809 The Prisma Client is older than the Prisma schema: it does not contain (.*); npx prisma@7 generate$/m.exec(
            stderr,
          ) ?? []
        said.push([change, before, after, lacks])
      }
      expect(said).toEqual(changes)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }, 60_000)
})
