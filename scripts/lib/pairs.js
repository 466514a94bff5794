/**
 * The tests' datamodels of the blog and of people with keys of two columns: `id Int @id` becomes `idHigh`, `idLow`, and
 * a foreign key `postId` becomes `postHigh`, `postLow`. The number n becomes the pair n / 2, n % 2, so one column alone
 * does not identify a record, and the order is unchanged. Each record keeps its number in a column that is not a key,
 * for tests and for polymorphic relationships, which refer to one column.
 *
 * @param {readonly string[]} datamodels the texts of schema.prisma files: all of the first one is used, but only the
 * models with keys of the others
 */
export function pairedDatamodel([whole = '', ...others]) {
  const models = others.flatMap((text) => [...text.matchAll(/^model (\w+) \{\n[\s\S]*?^\}\n/gm)])
  const kept = models.filter(([, name = '']) => PEOPLE.has(name)).map(([text]) => text)
  return [whole, ...kept, JOIN].join('\n').replaceAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm, pairedModel)
}

/**
 * Like `pairedDatamodel`, for the tables of MariaDB.
 *
 * @param {readonly string[]} scripts
 */
export function pairedTables([whole = '', ...others]) {
  const tables = others.flatMap((sql) => [...sql.matchAll(/^CREATE TABLE `(\w+)` \([\s\S]*?^\);\n/gm)])
  const kept = tables.filter(([, name = '']) => PEOPLE.has(name)).map(([sql]) => sql)
  return [whole, ...kept]
    .join('\n')
    .replaceAll(/^CREATE TABLE `(\w+)` \(\n([\s\S]*?)^\);/gm, (table, name, columns) => {
      if (UNKEYED.has(name)) return table
      if (name === '_PostToTag') return JOIN_TABLE
      const paired = columns
        .replace(
          /^ {2}`id` .*\n/m,
          '  `idHigh` INTEGER NOT NULL,\n  `idLow` INTEGER NOT NULL,\n  `number` INTEGER NOT NULL,\n',
        )
        .replaceAll(/^ {2}`(\w+)Id` (INTEGER .*),$/gm, '  `$1High` $2,\n  `$1Low` $2,')
        .replaceAll('(`id`)', '(`idHigh`, `idLow`)')
        .replaceAll(/`(\w+)Id`/g, '`$1High`, `$1Low`')
        .replace(/^ {2}PRIMARY KEY .*\n/m, `$&  UNIQUE INDEX \`${name}_number_key\` (\`number\`),\n`)
        .replaceAll(/,(\s*)$/g, '$1')
      return `CREATE TABLE \`${name}\` (\n${paired});`
    })
}

/** The models of the second datamodel. */
const PEOPLE = new Set(['User', 'Team', 'Membership', 'Node', 'Note'])

/** The models that refer to records of several models, and do so by the number of the record. */
const UNKEYED = new Set(['Attachment', 'Note'])

/**
 * @param {string} model
 * @param {string} name
 * @param {string} body
 */
function pairedModel(model, name, body) {
  if (UNKEYED.has(name) || name === 'PostTag') return model
  /** @type {string[]} */
  const uniques = []
  const fields = body
    .replace(/^ {2}id +Int .*$/m, '  idHigh Int\n  idLow Int\n  number Int @unique')
    .replaceAll(/^ {2}(\w+)Id +Int(\??)(.*)$/gm, (_, of, nullable, rest) => {
      if (rest.includes('@unique')) uniques.push(`  @@unique([${of}High, ${of}Low])\n`)
      return `  ${of}High Int${nullable}\n  ${of}Low Int${nullable}`
    })
    .replaceAll(
      /fields: \[(\w+)Id\], references: \[id\]/g,
      'fields: [$1High, $1Low], references: [idHigh, idLow]',
    )
    .replaceAll(/^ {2}@@.*$/gm, (line) => line.replaceAll(/\b(\w+)Id\b/g, '$1High, $1Low'))
    .replace(/^( {2}(?:tags|posts) +)(?:Tag|Post)\[\]$/m, name === 'Author' ? '$&' : '$1PostTag[]')
  return `model ${name} {\n${fields}${uniques.join('')}  @@id([idHigh, idLow])\n}`
}

/** Prisma does not manage join tables for models whose keys have several columns. */
const JOIN = `model PostTag {
  postHigh Int
  postLow  Int
  tagHigh  Int
  tagLow   Int
  post     Post @relation(fields: [postHigh, postLow], references: [idHigh, idLow], onDelete: Cascade)
  tag      Tag  @relation(fields: [tagHigh, tagLow], references: [idHigh, idLow], onDelete: Cascade)

  @@id([postHigh, postLow, tagHigh, tagLow])
}
`

const JOIN_TABLE = `CREATE TABLE \`PostTag\` (
  \`postHigh\` INTEGER NOT NULL,
  \`postLow\` INTEGER NOT NULL,
  \`tagHigh\` INTEGER NOT NULL,
  \`tagLow\` INTEGER NOT NULL,
  PRIMARY KEY (\`postHigh\`, \`postLow\`, \`tagHigh\`, \`tagLow\`),
  CONSTRAINT \`PostTag_post_fkey\` FOREIGN KEY (\`postHigh\`, \`postLow\`) REFERENCES \`Post\` (\`idHigh\`, \`idLow\`) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT \`PostTag_tag_fkey\` FOREIGN KEY (\`tagHigh\`, \`tagLow\`) REFERENCES \`Tag\` (\`idHigh\`, \`idLow\`) ON DELETE CASCADE ON UPDATE CASCADE
);`
