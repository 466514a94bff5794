/** Prints a fault of the application that nobody listens for: it must not be lost. */
export function printFault(...fault: readonly unknown[]): void {
  try {
    // This file is the one place of the runtime that prints.
    // oxlint-disable-next-line no-console
    console.error(...fault)
  } catch {
    // An error whose members throw can't be printed.
  }
}

/** Prints what an application should know, where it has named nobody who listens. */
export function printWarning(text: string): void {
  // oxlint-disable-next-line no-console
  console.warn(text)
}
