/**
 * The type of what every object inherits under a name, such as `toString`; never for other names. Where an optional member may
 * have such a name, its type must permit this one too, or no object without the member would have the type.
 */
export type Inherited<Name> = Name extends keyof typeof Object.prototype
  ? (typeof Object.prototype)[Name]
  : never
