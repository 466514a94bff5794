import type { Code } from 'jsonapi-gen'
import { besideModels, type Cure, DATABASE, inPrisma } from './cure.js'

const ID = '  id Int @id @default(autoincrement())\n'
const NOTE = `model Note {\n${ID}  text String\n  title String?\n}\n`
const EXPOSED = `/// @jsonapi.resource\n${NOTE}`
const RELATED = `model Note {
${ID}  authorId Int
  editorId Int
  author Author @relation("author", fields: [authorId], references: [id])
  editor Author @relation("editor", fields: [editorId], references: [id])
}

model Author {
${ID}  notes Note[] @relation("author")
  edited Note[] @relation("editor")
}
`

/** The fixes for the datamodel, followed literally. */
export const DATAMODEL_CURES: Partial<Readonly<Record<Code, Cure>>> = {
  JG501: {
    files: {
      'schema.yaml': 'prisma: { schema: models.prisma }\nresources: { notes: { attributes: all } }\n',
      'data.prisma': DATABASE + NOTE,
    },
    edits: { 'schema.yaml': [['models.prisma', 'data.prisma']] },
  },
  JG515: {
    files: {
      'schema.prisma':
        '/// @jsonapi.resource\nmodel Note {\n  id String @id @map("_id")\n  text String\n}\n\ndatasource db {\n  provider = "mongodb"\n}\n',
    },
    edits: { 'schema.prisma': [['"mongodb"', '"postgresql"']] },
  },
  JG517: {
    files: {
      'schema.yaml':
        'generate: { adapter: kysely }\nresources: { notes: { attributes: { text: string }, public: true } }\n',
    },
    edits: {
      'schema.yaml': [['resources:', 'prisma: { schema: data.prisma }\nresources:']],
      'data.prisma': DATABASE + NOTE,
    },
  },
  JG502: inPrisma(EXPOSED.replace('String\n', 'Strng\n'), ['Strng', 'String']),
  JG503: besideModels(NOTE, 'resources: { notes: { model: Notee, attributes: all } }\n', ['Notee', 'Note']),
  JG504: besideModels(
    RELATED,
    'resources: { notes: { attributes: { author: }, filters: { autorId: }, sideloads: [editor] }, authors: { attributes: [] } }\n',
    ['attributes: { author: }', 'attributes: []'],
    ['autorId', 'authorId'],
    ['[editor]', '[editor, author]'],
  ),
  JG505: besideModels(NOTE, 'resources: { notes: { attributes: { text: integer } } }\n', [
    'text: integer',
    'text: ',
  ]),
  JG506: besideModels(
    NOTE,
    'resources: { notes: { attributes: { text: string?, title: string } } }\n',
    ['text: string?', 'text: string'],
    ['title: string', 'title: string?'],
  ),
  JG507: besideModels(
    RELATED,
    'resources: { notes: { attributes: [], sideloads: { author: { kind: hasMany }, editor: { foreignKey: authorId } } }, authors: { attributes: [] } }\n',
    ['{ kind: hasMany }', ''],
    ['{ foreignKey: authorId }', ''],
  ),
  JG510: inPrisma(EXPOSED.replace('resource\n', 'resource(type: "papers"\n'), ['"papers"', '"papers")']),
  JG511: inPrisma(EXPOSED.replace('  title', '  /// @jsonapi.readonly\n  title'), ['readonly', 'readOnly']),
  JG512: inPrisma(
    `${EXPOSED.replace('resource\n', 'resource\n/// @jsonapi.readOnly\n')}`,
    ['/// @jsonapi.readOnly\n', ''],
    ['  title', '  /// @jsonapi.readOnly\n  title'],
  ),
}
