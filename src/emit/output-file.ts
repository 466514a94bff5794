/** A file of the output: its path relative to the output folder, and its whole text. */
export interface OutputFile {
  readonly path: string
  readonly text: string
}
