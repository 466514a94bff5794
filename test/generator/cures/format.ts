import type { Code } from 'jsonapi-gen'
import { type Cure, inAttributes, inYaml } from './cure.js'

const NOTES = 'resources: { notes: { attributes: { text: string } } }\n'

/** The fixes for unreadable files and for the format, followed literally. */
export const FORMAT_CURES: Partial<Readonly<Record<Code, Cure>>> = {
  JG102: {
    files: { 'schema.yaml': new Uint8Array([...Buffer.from(NOTES), 0x23, 0xe9, 0x0a]) },
    edits: { 'schema.yaml': `${NOTES}#é\n` },
  },
  JG103: inYaml(`${NOTES}x-open: ${'['.repeat(40)}${']'.repeat(40)}\n`, [
    `x-open: ${'['.repeat(40)}${']'.repeat(40)}\n`,
    '',
  ]),
  JG104: inYaml(NOTES.replace(' }\n', '\n'), [' } }\n', ' } } }\n']),
  JG105: inAttributes('text: string, text: string', [', text: string', '']),
  JG106: inAttributes('a: &short { type: string, maxLength: 9 }, b: *short', [
    '&short { type: string, maxLength: 9 }, b: *short',
    '{ type: string, maxLength: 9 }, b: { type: string, maxLength: 9 }',
  ]),
  JG107: inAttributes('<<: { text: string }', ['<<: { text: string }', 'text: string']),
  JG108: inAttributes('text: { type: string, default: !!str 1.0 }', ['!!str 1.0', "'1.0'"]),
  JG109: inYaml(`${NOTES}---\nresources: {}\n`, ['---\nresources: {}\n', '']),
  JG110: inYaml('- notes\n', ['- notes\n', NOTES]),
  JG111: inAttributes('no: string, 1e3: string', ['no: ', "'no': "], ['1e3: ', "'e1': "]),
  JG112: inYaml('resources: { notes: { description: "a\\u0000b", attributes: { text: string } } }\n', [
    '\\u0000',
    '',
  ]),
  JG201: inYaml('resources: { notes: { atributes: { text: string } } }\n', ['atributes', 'attributes']),
  JG202: inYaml('resources: { notes: { description: 5, attributes: { text: string } } }\n', ['5', "'5'"]),
  JG203: inAttributes('text: strin', ['strin', 'string']),
  JG204: inYaml('resources: { notes: { attributes: { text: string }, extraFields: { length: } } }\n', [
    'length:',
    'length: integer',
  ]),
  JG205: inYaml('generate: { framework: koa }\nresources: { notes: { attributes: { text: string } } }\n', [
    'koa',
    'fastify',
  ]),
  JG206: inAttributes('text: { type: string, pattern: "(a" }', ['(a', '(a)']),
  JG207: inAttributes(
    'count: { type: integer, default: 1.5 }, at: { type: datetime, default: now }',
    ['1.5', '1'],
    ['default: now', 'required: false'],
  ),
  JG208: inAttributes(
    'a: { enum: [] }, b: enum?',
    ['{ enum: [] }', '{ enum: [draft, published] }'],
    ['enum? ', '{ type: enum?, enum: [a, b] } '],
  ),
  JG209: inAttributes('price: { type: decimal, maximum: 99999999999999999.99 }', [
    '99999999999999999.99',
    "'99999999999999999.99'",
  ]),
  JG210: inYaml('resources: {}\n', ['{}', '{ notes: { attributes: { text: string } } }']),
  JG211: inAttributes('kind: { enum: [x, y, x] }', [', x]', ']']),
  JG212: inYaml(
    `defaults: { scopes: { read: tenant }, actions: { create: isMember, destroy: false }, guards: { create: isMember } }
resources:
  notes: { attributes: { kind: { type: string, enum: [x] } }, actions: [destroy] }
  tags: { attributes: {}, actions: { create: true }, public: true }
  days: { attributes: {}, scopes: { inherit: false }, public: true }
  lines: { id: [order, number], clientIds: allowed, attributes: { order: integer, number: integer } }
`,
    ['type: string, ', ''],
    ['clientIds: allowed, ', ''],
    [', guards: { create: isMember }', ''],
    ['actions: [destroy]', 'actions: { destroy: true }'],
    ['inherit: false }, public', 'inherit: false }, actions: { create: true }, public'],
    ['actions: { create: true }, public', 'actions: { create: true }, scopes: { inherit: false }, public'],
  ),
}
