/** A schema with a diagnostic, and the edits that the documented fix prescribes. */
export interface Cure {
  /** The content of the schema files. The first file is the one to generate from. */
  readonly files: Readonly<Record<string, string | Uint8Array>>
  /** Replacements in files. If a file has text instead of replacements, the whole file is written. */
  readonly edits: Readonly<Record<string, readonly (readonly [string, string])[] | string>>
  /** The diagnostics that remain after the fix. */
  readonly left?: readonly string[]
}

/** A fix in a YAML schema. */
export function inYaml(schema: string, ...edits: readonly (readonly [string, string])[]): Cure {
  return { files: { 'schema.yaml': schema }, edits: { 'schema.yaml': edits } }
}

/** A fix in the attributes of a resource that contains nothing else. */
export function inAttributes(attributes: string, ...edits: readonly (readonly [string, string])[]): Cure {
  return inYaml(`resources: { notes: { attributes: { ${attributes} } } }\n`, ...edits)
}

/** A fix in a YAML schema whose datamodel does not change. */
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

/** A fix in an annotated datamodel. */
export function inPrisma(models: string, ...edits: readonly (readonly [string, string])[]): Cure {
  return { files: { 'schema.prisma': DATABASE + models }, edits: { 'schema.prisma': edits } }
}

/** The beginning of a datamodel. */
export const DATABASE = 'datasource db {\n  provider = "postgresql"\n}\n\n'
