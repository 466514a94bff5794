/** How many resources the schemas of these tests have: enough for a run to have a middle. */
const RESOURCES = 12

/** A schema of a dozen resources. Two variants differ in every generated file, and in no hand-owned one. */
export function schemaOf(variant: string, resources: number = RESOURCES): string {
  const each = Array.from(
    { length: resources },
    (_, index) =>
      `  things${index}:\n    model: Thing\n    public: true\n    attributes:\n      name: string\n      ${variant}: integer?\n    filters:\n      name:\n    sideloads:\n      next: { kind: belongsTo, resource: things${(index + 1) % resources}, foreignKey: nextId }\n`,
  )
  return `generate:\n  output: api\nresources:\n${each.join('')}`
}
