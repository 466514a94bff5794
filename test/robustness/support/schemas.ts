/** The number of resources in these tests' schemas, which is enough to interrupt a run in the middle. */
const RESOURCES = 12

/** A schema of a dozen resources. Two variants differ in every generated file, but in no file of the user's. */
export function schemaOf(variant: string, resources: number = RESOURCES): string {
  const each = Array.from(
    { length: resources },
    (_, index) =>
      `  things${index}:\n    model: Thing\n    public: true\n    attributes:\n      name: string\n      ${variant}: integer?\n    filters:\n      name:\n    sideloads:\n      next: { kind: belongsTo, resource: things${(index + 1) % resources}, foreignKey: nextId }\n`,
  )
  return `generate:\n  output: api\nresources:\n${each.join('')}`
}
