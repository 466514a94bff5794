import type { Code } from 'jsonapi-gen'
import { type Cure, besideModels, inYaml } from './cure.js'

/** A resource for notes that have an author and tags, with further declarations. */
const notes = (more: string): string => `resources:
  notes:
    attributes: { text: string, views: integer, data: json }
    sideloads: { author: { kind: belongsTo, resource: authors, foreignKey: authorId }, tags: { kind: hasMany, resource: tags, foreignKey: noteId } }
    ${more}
  authors: { attributes: { name: string } }
  tags: { attributes: { name: string } }
`

/** The fixes for references, followed literally. */
export const REFERENCE_CURES: Partial<Readonly<Record<Code, Cure>>> = {
  JG401: inYaml(notes('').replace('resource: tags', 'resource: tag'), ['resource: tag,', 'resource: tags,']),
  JG402: inYaml(
    notes('filters: { txt: , editor: , recent: }'),
    ['txt: ', 'text: '],
    ['editor: ', 'editor: { column: editorId, type: integer }'],
    ['recent: ', 'recent: { type: boolean, custom: true } '],
  ),
  JG403: inYaml(notes('defaultSort: [data, -view]'), ['[data, -view]', '[id, -views]']),
  JG404: inYaml(
    notes('stats: { veiws: [sum], length: [sum] }'),
    ['veiws', 'views'],
    ['length: [sum]', 'length: { custom: [sum] }'],
  ),
  JG405: inYaml(
    notes('stats: { text: [sum], views: [median] }'),
    ['[sum]', '[count]'],
    ['[median]', '{ custom: [median] }'],
  ),
  JG406: inYaml(notes('filters: { text: { operators: [gt] } }'), ['gt', 'prefix']),
  JG407: inYaml(
    notes('defaultFilters: { txt: a, deletedAt: null, mine: true }'),
    ['txt', 'text'],
    ['deletedAt: null', 'deletedAt: { type: datetime?, eq: null }'],
    ['mine: true', 'mine: custom'],
  ),
  JG408: inYaml(notes('defaultFilters: { views: many }'), ['many', '[1, 2]']),
  JG409: inYaml(notes('sideloadWhitelist: { index: [auther] }'), ['auther', 'author']),
  JG410: inYaml(notes('version: text'), ['version: text', 'version: views']),
  JG411: inYaml(
    notes('filters: { tags.name: , author.name: }').replace(
      'tags: { kind: hasMany, resource: tags, foreignKey: noteId }',
      'tags: { kind: custom, resource: tags }',
    ),
    ['tags.name: ', 'tag: { type: string, custom: true }'],
  ),
  JG412: inYaml(notes('').replace(', foreignKey: noteId', ''), [
    'resource: tags',
    'resource: tags, foreignKey: noteId',
  ]),
  JG413: inYaml(
    'defaults: { scopes: { read: tenant } }\nresources: { rates: { adapter: null, attributes: { code: string }, filters: { code: }, defaultFilters: { code: EUR }, sort: default, actions: [index, show] } }\n',
    ['adapter: null,', 'adapter: null, scopes: { inherit: false },'],
    ['code: EUR', 'code: custom'],
    [' sort: default,', ''],
    ['{ code: }', '{ code: , id: }'],
  ),
  JG414: inYaml(
    'resources: { notes: { attributes: {}, sideloads: { files: { kind: polymorphicHasMany, resource: files, foreignKey: ownerId, as: owner } } }, files: { attributes: {} } }\n',
    [
      'files: { attributes: {} }',
      'files: { attributes: {}, sideloads: { owner: { kind: polymorphicBelongsTo, groupBy: ownerType, groups: { Note: { resource: notes, foreignKey: ownerId } } } } }',
    ],
  ),
  JG418: inYaml(
    `resources:
  pages: { id: [book, number], attributes: { number: integer }, sideloads: { notes: { kind: hasMany, resource: notes, foreignKey: page } } }
  notes: { attributes: { text: string } }
`,
    ['attributes: { number: integer }', 'attributes: { number: integer, book: integer }'],
    ['foreignKey: page ', 'foreignKey: [book, page] '],
  ),
  JG419: inYaml(
    'resources: { notes: { attributes: { text: string }, sort: custom, page: { style: cursor } } }\n',
    [', sort: custom', ''],
  ),
  JG420: besideModels(
    'model Note {\n  id Int @id\n  text String\n  marks Mark[]\n}\n\nmodel Mark {\n  id Int @id\n  noteId Int\n  note Note @relation(fields: [noteId], references: [id])\n}\n',
    'resources: { notes: { attributes: [text], sideloads: { marks: } }, marks: { adapter: kysely, attributes: [], sideloads: { note: } } }\n',
    ['{ marks: }', '{ marks: { writable: false } }'],
  ),
  JG421: inYaml(
    'resources: { notes: { attributes: { text: string, body: { type: string, deprecated: { since: 2026-01-31, use: txt } } } } }\n',
    ['use: txt', 'use: text'],
  ),
  JG415: inYaml('resources: { notes: { attributes: [text] } }\n', ['[text]', '{ text: string }']),
  JG416: inYaml(
    `resources:
  notes:
    attributes: { kind: { type: string, column: type }, sort: { type: string, column: type }, authorId: { type: string, column: old }, name: { type: string, column: author } }
    sideloads: { author: { kind: belongsTo, resource: notes, foreignKey: authorId } }
`,
    [', sort: { type: string, column: type }', ''],
    ['authorId: { type', 'formerAuthor: { type'],
    ['sideloads: { author:', 'sideloads: { writer:'],
  ),
  JG417: {
    ...inYaml('resources: { notes: { attributes: { data: { type: json, as: Data, from: ./types } } } }\n'),
    edits: { 'types.ts': 'export interface Data {}\n' },
  },
}
