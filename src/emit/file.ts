/** A TypeScript file before it is printed: imports and statements, each statement the text of exactly one. */
export interface FileNode {
  /** Relative to the output folder, with slashes. */
  readonly path: string
  /** The comment under the marker, one sentence. */
  readonly note: string
  /** What a linter is told of the whole file: the directive, and why it is right. */
  readonly directive?: string
  readonly imports: readonly ImportNode[]
  readonly statements: readonly string[]
}

/** One import declaration; names are in the order in which they are printed. */
export interface ImportNode {
  readonly module: string
  /** Whether the whole declaration imports types alone. */
  readonly typeOnly: boolean
  readonly names: readonly string[]
}

/** A file of the output: its path relative to the output folder, and its whole text. */
export interface OutputFile {
  readonly path: string
  readonly text: string
}
