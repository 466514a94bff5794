import type { Report } from '../../diagnostic/report.js'
import { quoted, sentence } from '../../diagnostic/words.js'
import type { DeprecationSchema, ResourceSchema } from '../schema.js'

/** Warns about each part whose date has come (JG725). `today` is a day, such as `2027-01-31`. */
export function checkSunsets(resources: readonly ResourceSchema[], today: string, report: Report): void {
  for (const resource of resources) {
    for (const { what, deprecated } of deprecationsOf(resource)) {
      const { sunset, at } = deprecated
      if (sunset === undefined || sunset > today) continue
      report.add('JG725', at, `${sentence(what)} is past its sunset date, ${sunset}`, {
        help: `remove it, or write a later date: clients may expect it to have been removed on ${sunset}`,
      })
    }
  }
}

/** Everything that a resource declares as deprecated, with a name for messages. */
function deprecationsOf(
  resource: ResourceSchema,
): readonly { readonly what: string; readonly deprecated: DeprecationSchema }[] {
  const of = (
    kind: string,
    all: readonly { readonly name: string; readonly deprecated?: DeprecationSchema | undefined }[],
  ): ReturnType<typeof deprecationsOf> =>
    all.flatMap(({ name, deprecated }) =>
      deprecated ? [{ what: `${kind} ${quoted(name)} of ${quoted(resource.type)}`, deprecated }] : [],
    )
  const { deprecated, type } = resource
  return [
    ...(deprecated ? [{ what: `resource ${quoted(type)}`, deprecated }] : []),
    ...of('attribute', resource.attributes),
    ...of('relationship', resource.sideloads),
    ...of('filter', resource.filters),
    ...of('sort', resource.deprecatedSorts),
    ...of('extra field', resource.extraFields),
    ...of('stat', resource.stats),
    ...of(
      'action',
      resource.access.map(({ action, deprecated: of }) => ({ name: action, deprecated: of })),
    ),
    ...of('action', resource.ownActions),
  ]
}
