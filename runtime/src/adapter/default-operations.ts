const defaults = new WeakSet<Function>()

/** Marks an operation as the runtime's own, and not an application's override. */
export function markDefault(operation: Function): void {
  defaults.add(operation)
}

/** Whether an operation is the runtime's own. */
export function isDefault(operation: Function): boolean {
  return defaults.has(operation)
}
