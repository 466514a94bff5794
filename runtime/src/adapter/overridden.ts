const defaults = new WeakSet<Function>()

/** Notes that an operation is a Resource's own, and not an application's override. */
export function markDefault(operation: Function): void {
  defaults.add(operation)
}

/** Whether an operation is a Resource's own. */
export function isDefault(operation: Function): boolean {
  return defaults.has(operation)
}
