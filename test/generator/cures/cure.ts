/** A schema that a diagnostic is reported of, and the edits that its cure spells out. */
export interface Cure {
  /** The texts of the schema; the one that is generated from comes first. */
  readonly files: Readonly<Record<string, string | Uint8Array>>
  /** Texts that take the place of others, by file. A file without texts to replace is written as a whole. */
  readonly edits: Readonly<Record<string, readonly (readonly [string, string])[] | string>>
  /** What is left to say, once the cure has been followed. */
  readonly left?: readonly string[]
}

/** A cure in a schema of YAML. */
export function inYaml(schema: string, ...edits: readonly (readonly [string, string])[]): Cure {
  return { files: { 'schema.yaml': schema }, edits: { 'schema.yaml': edits } }
}

/** A cure in the attributes of a resource, which has nothing else. */
export function inAttributes(attributes: string, ...edits: readonly (readonly [string, string])[]): Cure {
  return inYaml(`resources: { notes: { attributes: { ${attributes} } } }\n`, ...edits)
}

/** A cure in a schema of YAML, beside a datamodel that stays as it is. */
export function besideModels(
  models: string,
  schema: string,
  ...edits: readonly (readonly [string, string])[]
): Cure {
  const files = {
    'schema.yaml': `prisma: { schema: data.prisma }\n${schema}`,
    'data.prisma': DATABASE + models,
  }
  return { files, edits: { 'schema.yaml': edits } }
}

/** A cure in an annotated datamodel. */
export function inPrisma(models: string, ...edits: readonly (readonly [string, string])[]): Cure {
  return { files: { 'schema.prisma': DATABASE + models }, edits: { 'schema.prisma': edits } }
}

/** The head of a datamodel. */
export const DATABASE = 'datasource db {\n  provider = "postgresql"\n}\n\n'
