import type { Answer } from './answer.js'

type Check = (answer: Answer) => readonly string[] | undefined

const MEMBER_NAME = /^[a-zA-Z0-9\u0080-\uffff]([a-zA-Z0-9\u0080-\uffff_ -]*[a-zA-Z0-9\u0080-\uffff])?$/

/** Creates a check of responses that contain a document. */
const ofDocuments =
  (check: (document: Record<string, unknown>, answer: Answer) => readonly string[] | undefined): Check =>
  (answer) =>
    answer.text === '' ? undefined : check(Object(answer.document) as Record<string, unknown>, answer)

/** Creates a check of every resource object in a document, whether it is primary, included or part of a result. */
const ofResources = (check: (resource: Record<string, unknown>) => readonly string[]): Check =>
  ofDocuments((document) => {
    const resources = resourcesOf(document)
    return resources.length === 0 ? undefined : resources.flatMap(check)
  })

/** Creates a check of every relationship object. */
const ofRelationships = (check: (relationship: Record<string, unknown>) => readonly string[]): Check =>
  ofDocuments((document) => {
    const all = resourcesOf(document).flatMap(({ relationships }) => Object.values(Object(relationships)))
    return all.length === 0
      ? undefined
      : all.flatMap((each) => check(Object(each) as Record<string, unknown>))
  })

/** Creates a check of every error object. */
const ofErrors = (check: (error: Record<string, unknown>, answer: Answer) => readonly string[]): Check =>
  ofDocuments(({ errors }, answer) =>
    Array.isArray(errors) ? errors.flatMap((error) => check(Object(error), answer)) : undefined,
  )

const unless = (holds: boolean, fault: string): readonly string[] => (holds ? [] : [fault])

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function resourcesOf(document: Record<string, unknown>): readonly Record<string, unknown>[] {
  const results = Array.isArray(document['atomic:results']) ? document['atomic:results'] : []
  return [document['data'], document['included'], ...results.map((result) => Object(result).data)]
    .flat()
    .filter((each): each is Record<string, unknown> => isObject(each))
}

const identityOf = ({ type, id }: Record<string, unknown>): string => `${String(type)} ${String(id)}`

/** The identities in a resource's linkage. */
const linkedBy = (resource: Record<string, unknown>): readonly string[] =>
  Object.values(Object(resource['relationships'])).flatMap((relationship) =>
    [Object(relationship).data].flat().filter(isObject).map(identityOf),
  )

/** The specification's requirements for every response, by the name of the check. */
export const checks = {
  mediaType: (answer) =>
    answer.text === ''
      ? undefined
      : unless(
          /^application\/vnd\.api\+json(;(ext|profile)="[^"]+")?$/.test(answer.headers['content-type'] ?? ''),
          `${answer.headers['content-type']}`,
        ),
  vary: ({ headers }) => unless(/\bAccept\b/.test(headers['vary'] ?? ''), `Vary: ${headers['vary']}`),
  root: ofDocuments((_document, answer) => unless(isObject(answer.document), answer.text)),
  someMember: ofDocuments((document) =>
    unless(
      ['data', 'errors', 'meta', 'atomic:results'].some((name) => Object.hasOwn(document, name)),
      Object.keys(document).join(),
    ),
  ),
  notBoth: ofDocuments((document) =>
    unless(!Object.hasOwn(document, 'data') || !Object.hasOwn(document, 'errors'), 'data and errors'),
  ),
  knownMembers: ofDocuments((document) => {
    const known = ['data', 'errors', 'meta', 'jsonapi', 'links', 'included', 'atomic:results']
    return Object.keys(document).filter((name) => !known.includes(name))
  }),
  noIncludedAlone: ofDocuments((document) =>
    unless(!Object.hasOwn(document, 'included') || Object.hasOwn(document, 'data'), 'included without data'),
  ),
  primaryData: ofDocuments(({ data }) =>
    data === undefined
      ? undefined
      : [data].flat().flatMap((each) => unless(each === null || isObject(each), JSON.stringify(each))),
  ),
  identified: ofResources((resource) =>
    unless(
      typeof resource['type'] === 'string' && typeof resource['id'] === 'string',
      JSON.stringify(resource),
    ),
  ),
  resourceMembers: ofResources((resource) => {
    const known = ['type', 'id', 'attributes', 'relationships', 'links', 'meta']
    return Object.keys(resource).filter((name) => !known.includes(name))
  }),
  fields: ofResources(({ attributes, relationships }) => {
    const names = [Object(attributes), Object(relationships)].flatMap((of) => Object.keys(of))
    return names.filter((name, index) => names.indexOf(name) !== index || name === 'type' || name === 'id')
  }),
  attributesObject: ofResources(({ attributes }) =>
    unless(attributes === undefined || isObject(attributes), JSON.stringify(attributes)),
  ),
  foreignKeys: ofResources(({ attributes }) =>
    Object.keys(Object(attributes)).filter((name) => /[a-z]Id$/.test(name)),
  ),
  memberNames: ofResources(({ type, attributes, relationships }) =>
    [String(type), ...Object.keys(Object(attributes)), ...Object.keys(Object(relationships))].filter(
      (name) => !MEMBER_NAME.test(name),
    ),
  ),
  relationshipsObject: ofResources(({ relationships }) =>
    unless(relationships === undefined || isObject(relationships), JSON.stringify(relationships)),
  ),
  relationshipObject: ofRelationships((relationship) =>
    unless(
      ['links', 'data', 'meta'].some((name) => Object.hasOwn(relationship, name)),
      JSON.stringify(relationship),
    ),
  ),
  relationshipLinks: ofRelationships(({ links }) =>
    unless(
      links === undefined || ['self', 'related'].some((name) => Object.hasOwn(Object(links), name)),
      JSON.stringify(links),
    ),
  ),
  linkage: ofRelationships(({ data }) =>
    data === undefined
      ? []
      : [data].flat().flatMap((each: unknown) => {
          const { type, id } = Object(each) as Record<string, unknown>
          return unless(
            each === null || (typeof type === 'string' && typeof id === 'string'),
            JSON.stringify(data),
          )
        }),
  ),
  included: ofDocuments(({ included }) =>
    included === undefined ? undefined : unless(Array.isArray(included), JSON.stringify(included)),
  ),
  fullLinkage: ofDocuments(({ included, data }, { asked }) => {
    // An exception in the specification: sparse fieldsets may exclude the linkage.
    if (!Array.isArray(included) || asked.includes('fields')) return undefined
    const all = new Map<string, Record<string, unknown>>(
      included.map((each) => [identityOf(Object(each)), Object(each) as Record<string, unknown>]),
    )
    const primary = [data].flat().filter(isObject) as Record<string, unknown>[]
    // The primary data of a relationship is the linkage itself.
    const open = [...primary.map(identityOf), ...primary.flatMap(linkedBy)]
    const reached = new Set<string>()
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (reached.has(next)) continue
      reached.add(next)
      const resource = all.get(next)
      if (resource) open.push(...linkedBy(resource))
    }
    return [...all.keys()].filter((identity) => !reached.has(identity))
  }),
  once: ofDocuments((document) => {
    if (!Array.isArray(document['included'])) return undefined
    const identities = [document['data'], document['included']]
      .flat()
      .filter((each) => isObject(each) && ('attributes' in Object(each) || 'links' in Object(each)))
      .map((each) => identityOf(Object(each)))
    return identities.filter((identity, index) => identities.indexOf(identity) !== index)
  }),
  metaObject: ofDocuments(({ meta }) =>
    meta === undefined ? undefined : unless(isObject(meta), JSON.stringify(meta)),
  ),
  links: ofDocuments(({ links }) =>
    links === undefined
      ? undefined
      : Object.values(Object(links)).flatMap((link) =>
          unless(link === null || (typeof link === 'string' && URL.canParse(link)), JSON.stringify(link)),
        ),
  ),
  linkNames: ofDocuments(({ links }) => {
    const known = ['self', 'related', 'describedby', 'first', 'last', 'prev', 'next']
    return links === undefined
      ? undefined
      : Object.keys(Object(links)).filter((name) => !known.includes(name))
  }),
  jsonapiObject: ofDocuments(({ jsonapi }) => {
    const members = Object(jsonapi) as Record<string, unknown>
    return [
      ...unless(isObject(jsonapi) && members['version'] === '1.1', JSON.stringify(jsonapi)),
      ...Object.keys(members).filter((name) => !['version', 'ext', 'profile', 'meta'].includes(name)),
    ]
  }),
  errorsList: ofDocuments((document, { status }) =>
    status < 400 ? undefined : unless(Array.isArray(document['errors']), JSON.stringify(document)),
  ),
  errorMembers: ofErrors((error) => {
    const known = ['id', 'links', 'status', 'code', 'title', 'detail', 'source', 'meta']
    const names = Object.keys(error)
    return [...unless(names.length > 0, '{}'), ...names.filter((name) => !known.includes(name))]
  }),
  errorStatus: ofErrors(({ status }) =>
    unless(/^[45]\d\d$/.test(String(status)) && typeof status === 'string', JSON.stringify(status)),
  ),
  errorTitles: ofErrors(({ code, title }) => {
    const spoken = String(code).replaceAll('_', ' ')
    return unless(String(title).toLowerCase() === spoken, `${String(code)}: ${String(title)}`)
  }),
  errorSource: ofErrors(({ source }) =>
    unless(
      source === undefined ||
        Object.keys(Object(source)).some((name) => ['pointer', 'parameter', 'header'].includes(name)),
      JSON.stringify(source),
    ),
  ),
  generalStatus: ofErrors((_error, { status, document }) => {
    const statuses = new Set((Object(document).errors as { status: string }[]).map((each) => each.status))
    const general = statuses.size === 1 ? [...statuses][0] : '400'
    return unless(String(status) === general, `${status} of ${[...statuses].join()}`)
  }),
} satisfies Record<string, Check>
