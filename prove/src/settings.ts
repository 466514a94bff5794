/** The settings that the command passes to the file that runs in the project's Vitest. */
export interface Settings {
  /** The path of `prove.ts`. */
  readonly file: string
  readonly folder: string
  /** The path where the result is written. */
  readonly output: string
  readonly database?: string | undefined
  readonly seed: number
  readonly seconds: number
  readonly rounds?: number | undefined
  readonly viewer?: string | undefined
  readonly resource?: string | undefined
  readonly time: boolean
  /** Whether to stop at the first finding. */
  readonly bail: boolean
}

/** The environment variable that contains the settings. */
export const SETTINGS = 'JSONAPI_GEN_PROVE'
