import { openText } from '../value/json-text.js'
import type { TypeFields } from '../plan/view/view.js'
import type { SideloadConfig } from '../declare/sideload.js'
import type { DocumentEntry, Identifier, Linkage } from './collect.js'

/** The common text of all relationship objects of one name. */
export interface RelationshipText {
  readonly sideload: SideloadConfig
  readonly name: string
  /** Undefined if the API does not serve it. */
  readonly links: RelationshipLinks | undefined
}

/** The text before, between and after the ids in the links of a relationship. */
interface RelationshipLinks {
  readonly self: string
  readonly related: string
  readonly end: string
  /** The end of the links if linkage follows. */
  readonly endData: string
  /** The end of the links if a link to the next page follows. */
  readonly endNext: string
}

/** The common texts of a type's relationships; `address` is the beginning of a record's links. */
export function relationshipTexts(
  { relations }: TypeFields,
  address: string | undefined,
): readonly RelationshipText[] {
  return relations.map(({ config: sideload }) => {
    const path = encodeURIComponent(sideload.name)
    const name = `${JSON.stringify(sideload.name)}:{`
    if (address === undefined) return { sideload, name, links: undefined }
    const links = {
      self: `${name}"links":{"self":${openText(address)}`,
      related: `/relationships/${path}","related":${openText(address)}`,
      end: `/${path}"}`,
      endData: `/${path}"},"data":`,
      endNext: `/${path}","next":`,
    }
    return { sideload, name, links }
  })
}

/**
 * Appends each relationship: its links if the API serves it, and its linkage if it was loaded or is always rendered
 * (rule 12.1).
 */
export function withRelationships(
  before: string,
  entry: DocumentEntry,
  relationships: readonly RelationshipText[],
  id: string,
  keys: ReadonlyMap<string, Identifier | null> | undefined,
): string {
  let text = before
  // The text that closes a relationship also opens the next one: with fewer pieces, the text is put together faster.
  let separator = ',"relationships":{'
  for (const { sideload, name, links } of relationships) {
    const linkage = linkageOf(entry, sideload)
    const key = linkage ? undefined : keys?.get(sideload.name)
    const hasData = linkage !== undefined || key !== undefined
    if (links) {
      const end =
        linkage?.next !== undefined
          ? `${links.endNext}${JSON.stringify(linkage.next)}},"data":`
          : hasData
            ? links.endData
            : links.end
      text = `${text}${separator}${links.self}${id}${links.related}${id}${end}`
    } else {
      if (!hasData) continue
      text = `${text}${separator}${name}"data":`
    }
    if (linkage) text = withLinkage(text, linkage)
    else if (key !== undefined) text += JSON.stringify(key)
    separator = '},'
  }
  return separator === '},' ? `${text}}}` : text
}

function linkageOf({ linkage }: DocumentEntry, { name }: SideloadConfig): Linkage | undefined {
  if (linkage) for (const one of linkage) if (one.name === name) return one
  return undefined
}

/** Appends a linkage: `[{…},{…}]`, `{…}`, `[]` or `null`. */
function withLinkage(before: string, { many, related }: Linkage): string {
  const [first] = related
  if (!first) return before + (many ? '[]' : 'null')
  let text = `${before}${many ? '[' : ''}${first.head}${first.idText}`
  if (!many) return `${text}}`
  for (let index = 1; index < related.length; index++) {
    const other = related[index]
    if (other) text = `${text}},${other.head}${other.idText}`
  }
  return `${text}}]`
}
