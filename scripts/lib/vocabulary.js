/**
 * What is made of the vocabulary for those who import nothing of the runtime: the typed client, and schema.json.
 *
 * @typedef {Pick<typeof import('@jsonapi-gen/runtime/vocabulary'), 'CALCULATIONS' | 'comparesBy' | 'ERROR_CODES' | 'ID_KINDS' | 'KINDS' | 'OPERATORS'>} Vocabulary
 * @typedef {import('@jsonapi-gen/runtime/vocabulary').ComparedBy} ComparedBy
 */

/** @type {readonly (readonly [name: string, of: string, by: ComparedBy])[]} */
const UNIONS = [
  ['Equality', 'values that are equal or not', 'equality'],
  ['Order', 'numbers and dates', 'order'],
  ['Matching', 'text', 'pattern'],
]

const union = (/** @type {readonly string[]} */ names) => names.map((name) => `'${name}'`).join(' | ')

/**
 * The text of client/src/vocabulary.ts.
 *
 * @param {Vocabulary} vocabulary
 */
export function clientVocabulary({ ERROR_CODES, KINDS, OPERATORS, comparesBy }) {
  const unions = UNIONS.map(([name, of, by]) => {
    const own = union(OPERATORS.filter((operator) => comparesBy(operator) === by))
    const all = by === 'equality' ? own : `Equality | ${own}`
    return `/** The operators of ${of}. */\nexport type ${name} = ${all}\n`
  })
  const positive = OPERATORS.filter((name) => !name.startsWith('not_'))
  return [
    '// The client imports nothing: `npm run vocabulary` makes this file of runtime/src/vocabulary.\n',
    '/** The kind of an attribute. Moments become a Date; all other kinds keep their JSON value. */',
    `export type Kind = ${union(KINDS)}\n`,
    ...unions,
    '/** The codes of the errors that a server itself returns. An application may add others. */',
    `export type ErrorCode = ${union(ERROR_CODES)}\n`,
    '/** The operators, without their opposites: each has one, under its name with `not_` in front. */',
    `export const OPERATORS: ReadonlySet<string> = new Set([${positive.map((name) => `'${name}'`).join(', ')}])\n`,
  ].join('\n')
}

/**
 * schema.json, with the words of the vocabulary.
 *
 * @param {{ readonly definitions: Record<string, object> }} schema what it is now
 * @param {Vocabulary} vocabulary
 */
export function jsonSchemaWith(schema, { CALCULATIONS, ID_KINDS, KINDS, OPERATORS }) {
  const { definitions } = schema
  return {
    ...schema,
    definitions: {
      ...definitions,
      type: {
        ...definitions['type'],
        pattern: `^(?:${KINDS.join('|')})(?:\\[\\])?\\??$`,
        examples: [...KINDS.filter((kind) => kind !== 'enum'), 'string?', 'string[]'],
      },
      idType: { enum: ID_KINDS },
      operator: { enum: OPERATORS },
      stat: {
        ...definitions['stat'],
        description: `Built-in calculations (${CALCULATIONS.join(', ')}), or \`custom\`: methods that you write.`,
      },
    },
  }
}
