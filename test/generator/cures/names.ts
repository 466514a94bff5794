import type { Code } from 'jsonapi-gen'
import { type Cure, inAttributes, inYaml } from './cure.js'

const LONG = 'a'.repeat(101)

/** The fixes for names, followed literally. */
export const NAME_CURES: Partial<Readonly<Record<Code, Cure>>> = {
  JG301: inAttributes('_c: string, a/b: string', ['_c', 'c'], ['a/b', 'a_b']),
  JG302: inAttributes('type: string', ['type: ', 'kind: ']),
  JG303: inYaml('resources: { notes: { attributes: { text: string }, extraFields: { text: integer } } }\n', [
    '{ text: integer }',
    '{ words: integer }',
  ]),
  JG304: inAttributes('Text: string, text: string', ['Text', 'heading']),
  JG305: inYaml('resources: { blog-posts: { attributes: {} }, blogPost: { attributes: {} } }\n', [
    'blogPost:',
    'articles:',
  ]),
  JG306: inYaml('resources: { indexes: { attributes: { text: string } } }\n', [
    'indexes: {',
    'registers: { model: Index,',
  ]),
  JG307: inYaml(`resources: { ${LONG}: { attributes: { text: string } } }\n`, [LONG, LONG.slice(0, 40)]),
  JG308: inYaml(
    'resources: { notes: { attributes: { text: string, title: string }, filters: { text: { aliases: [title] }, title: } } }\n',
    ['{ aliases: [title] }', ''],
  ),
  JG309: inAttributes('text: { type: string?, readable: is editor }', ['is editor', 'isEditor']),
}
