const defaults = new WeakSet<Function>()

/** Marks an operation of a resource or a controller as the runtime's own, not an override. */
export function markDefault(operation: Function): void {
  defaults.add(operation)
}

/** Whether an operation is the runtime's own. */
export function isDefault(operation: Function): boolean {
  return defaults.has(operation)
}
