import type { Located, Source, Span } from '../../source/source.js'

/** A block of a Prisma schema: `model Post { … }`. */
export interface Block {
  readonly keyword: string
  readonly name: Located<string>
  /** The `///` lines above it. */
  readonly docs: readonly DocLine[]
  readonly members: readonly Member[]
  /** `///` lines in it that belong to no member: above `@@index`, or before the closing brace. */
  readonly strayDocs: readonly DocLine[]
}

/** A line of a block that begins with a name: a field, an enum's value, a setting. */
export interface Member {
  readonly name: Located<string>
  /** The `///` lines above it and the `///` behind it. */
  readonly docs: readonly DocLine[]
  /** What stands behind the name on its line. */
  readonly rest: Located<string>
}

/** What stands behind `///`, without the blank after it. */
export interface DocLine {
  readonly text: string
  readonly at: Span
}

/** The blocks of a file, and the `///` lines that stand above none. */
export interface Scanned {
  readonly source: Source
  readonly blocks: readonly Block[]
  readonly strayDocs: readonly DocLine[]
}
