/**
 * A schema from any library that implements Standard Schema (https://standardschema.dev), version 1: zod, valibot,
 * arktype.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
  }
}

/** The result of a validation: either the value, which may have been changed, or the issues. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

/** A problem with a value, and the path to it. */
export interface StandardIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** The path of an issue as a list of names and indexes. */
export function issuePath({ path = [] }: StandardIssue): readonly (string | number)[] {
  return path.map((step) => {
    const key = typeof step === 'object' ? step.key : step
    return typeof key === 'symbol' ? String(key) : key
  })
}
