import type { Located, Source, Span } from '../../source/source.js'

/** A block of a Prisma schema: `model Post { … }`. */
export interface Block {
  readonly keyword: string
  readonly name: Located<string>
  /** The `///` lines above it. */
  readonly docs: readonly DocLine[]
  readonly members: readonly Member[]
  /** The lines that begin with `@@`. */
  readonly attributes: readonly string[]
  /** `///` lines inside it that belong to no member: above `@@index`, or before the closing brace. */
  readonly strayDocs: readonly DocLine[]
}

/** A line in a block that begins with a name: a field, an enum's value, a setting. */
export interface Member {
  readonly name: Located<string>
  /** The `///` lines above it, and the `///` at the end of its line. */
  readonly docs: readonly DocLine[]
  /** The rest of the line after the name. */
  readonly rest: Located<string>
}

/** The text after `///`, without the first space. */
export interface DocLine {
  readonly text: string
  readonly at: Span
}

/** A file's blocks, and the `///` lines that are not above any block. */
export interface Scanned {
  readonly source: Source
  readonly blocks: readonly Block[]
  readonly strayDocs: readonly DocLine[]
}
