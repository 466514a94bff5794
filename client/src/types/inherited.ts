/**
 * The type of the member that every object inherits under a name, such as `toString`; never for other names. The type
 * of an optional member with such a name must also permit the inherited type; otherwise, no object without the member
 * would have the type.
 */
export type Inherited<Name> = Name extends keyof typeof Object.prototype
  ? (typeof Object.prototype)[Name]
  : never
