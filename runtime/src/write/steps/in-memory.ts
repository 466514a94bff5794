import { memberOf, setMember } from '../../base/cast.js'

/** Adds a record to a relationship of another record in memory, once. */
export function putInMemory(
  parent: object,
  child: object,
  { name, many }: { readonly name: string; readonly many: boolean },
): void {
  setMember(
    parent,
    name,
    many ? [...associatedRecords(parent, name).filter((member) => member !== child), child] : child,
  )
}

/** Removes a record from a relationship of another record in memory. */
export function takeFromMemory(
  parent: object,
  child: object,
  { name, many }: { readonly name: string; readonly many: boolean },
): void {
  setMember(parent, name, many ? associatedRecords(parent, name).filter((member) => member !== child) : null)
}

const associatedRecords = (parent: object, name: string): readonly unknown[] => {
  const members = memberOf(parent, name)
  return Array.isArray(members) ? members : []
}
