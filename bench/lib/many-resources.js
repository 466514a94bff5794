/** A YAML schema of many resources in a ring of sideloads, each as large as in a real application. */
export function yamlSchema(count) {
  const lines = ['generate: { output: src/api }', 'prisma: { client: src/prisma/client }', 'resources:']
  for (let index = 0; index < count; index++) {
    const next = (index + 1) % count
    const previous = (index + count - 1) % count
    lines.push(
      `  ${type(index)}:`,
      `    description: The ${index}th thing of this application.`,
      '    public: true',
      '    attributes:',
      '      name: { type: string, minLength: 1, maxLength: 200 }',
      '      body: { type: string, sortable: false, description: What there is to say of it. }',
      '      status: { enum: [draft, published, archived], default: draft }',
      '      views: { type: integer, minimum: 0, default: 0 }',
      '      price: decimal?',
      '      active: { type: boolean, default: true }',
      '      publishedAt: datetime?',
      '      createdAt: { type: datetime, writable: false }',
      '    filters:',
      '      id:',
      '      name: { aliases: [title], operators: [eq, prefix, contains] }',
      '      status:',
      '      views: { operators: [eq, gt, lt] }',
      '      next.name: { operators: [eq] }',
      '      popular: { type: boolean, custom: true }',
      '    stats: { total: [count], views: [sum, average] }',
      '    defaultSort: [-createdAt, id]',
      '    page: { size: 20, max: 100 }',
      '    sideloads:',
      `      next: { kind: belongsTo, resource: ${type(next)}, foreignKey: nextId }`,
      `      previous: { kind: hasMany, resource: ${type(previous)}, foreignKey: nextId }`,
      '    sideloadWhitelist: { index: [next], show: [next, previous, next.previous] }',
    )
  }
  return `${lines.join('\n')}\n`
}

/** The datamodel of the same resources. */
export function prismaSchema(count) {
  const head = [
    'generator client {\n  provider = "prisma-client"\n  output = "../src/prisma"\n}',
    'datasource db {\n  provider = "postgresql"\n}',
    'enum Status {\n  draft\n  published\n  archived\n}',
  ]
  const models = Array.from({ length: count }, (_, index) =>
    [
      `model ${model(index)} {`,
      '  id          Int       @id @default(autoincrement())',
      '  name        String',
      '  body        String',
      '  status      Status    @default(draft)',
      '  views       Int       @default(0)',
      '  price       Decimal?',
      '  active      Boolean   @default(true)',
      '  publishedAt DateTime?',
      '  createdAt   DateTime  @default(now())',
      '  nextId      Int',
      `  next        ${model((index + 1) % count)} @relation("r${index}", fields: [nextId], references: [id])`,
      `  previous    ${model((index + count - 1) % count)}[] @relation("r${(index + count - 1) % count}")`,
      '}',
    ].join('\n'),
  )
  return `${[...head, ...models].join('\n\n')}\n`
}

/** @param {number} index */
const type = (index) => `thing${index}s`

/** @param {number} index */
const model = (index) => `Thing${index}`
