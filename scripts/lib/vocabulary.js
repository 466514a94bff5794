/**
 * Writes the vocabulary for code that does not import the runtime: the typed client, and schema.json.
 *
 * @typedef {Pick<typeof import('@jsonapi-gen/runtime/vocabulary'), 'CALCULATIONS' | 'comparesBy' | 'ERROR_CODES' | 'ID_KINDS' | 'KINDS' | 'OPERATORS'>} Vocabulary
 * @typedef {import('@jsonapi-gen/runtime/vocabulary').ComparedBy} ComparedBy
 */

/** @type {readonly (readonly [name: string, values: string, by: ComparedBy])[]} */
const UNIONS = [
  ['Equality', 'for values that can only be equal or unequal', 'equality'],
  ['Order', 'of numbers and dates', 'order'],
  ['Matching', 'of text', 'pattern'],
]

const union = (/** @type {readonly string[]} */ names) => names.map((name) => `'${name}'`).join(' | ')

/**
 * The text of client/src/vocabulary.ts.
 *
 * @param {Vocabulary} vocabulary
 */
export function clientVocabulary({ ERROR_CODES, KINDS, OPERATORS, comparesBy }) {
  const unions = UNIONS.map(([name, values, by]) => {
    const own = union(OPERATORS.filter((operator) => comparesBy(operator) === by))
    const all = by === 'equality' ? own : `Equality | ${own}`
    return `/** The operators ${values}. */\nexport type ${name} = ${all}\n`
  })
  const positive = OPERATORS.filter((name) => !name.startsWith('not_'))
  return [
    '// The client has no dependencies, so `npm run vocabulary` writes this file from runtime/src/vocabulary.\n',
    '/** The kind of an attribute. Points in time become a Date; all other kinds keep their JSON value. */',
    `export type Kind = ${union(KINDS)}\n`,
    ...unions,
    '/** The error codes that the server returns. An application may add others. */',
    `export type ErrorCode = ${union(ERROR_CODES)}\n`,
    '/** The operators without their negations. Each operator has a negation, whose name is prefixed with `not_`. */',
    `export const OPERATORS: ReadonlySet<string> = new Set([${positive.map((name) => `'${name}'`).join(', ')}])\n`,
  ].join('\n')
}

/**
 * Returns schema.json with the words of the vocabulary.
 *
 * @param {{ readonly definitions: Record<string, object> }} schema the current schema.json
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
