/**
 * A YAML schema of types with eight relationships each to various other types: four to-one, and four to-many.
 *
 * @param {number} count the number of types
 */
export function webOfResources(count) {
  const to = (/** @type {number} */ at, /** @type {number} */ by) => `things${(at * 7 + by * 11 + 1) % count}`
  const numbers = [0, 1, 2, 3]
  const types = Array.from({ length: count }, (_, at) =>
    [
      `  things${at}:`,
      '    public: true',
      '    attributes: { name: string, views: integer, made: datetime, price: decimal?, done: boolean }',
      '    filters: { id: , name: , views: , made: , done: }',
      '    sideloads:',
      ...numbers.map(
        (by) => `      one${by}: { kind: belongsTo, resource: ${to(at, by)}, foreignKey: one${by}Id }`,
      ),
      ...numbers.map(
        (by) => `      many${by}: { kind: hasMany, resource: ${to(at, by + 4)}, foreignKey: key${by} }`,
      ),
    ].join('\n'),
  )
  return `generate: { output: api, openapi: json }\nresources:\n${types.join('\n')}\n`
}
