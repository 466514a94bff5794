/** Prints an application error if there is no `onError`, so that the error is not lost. */
export function printFault(...fault: readonly unknown[]): void {
  try {
    // No other file of the runtime prints.
    // oxlint-disable-next-line no-console
    console.error(...fault)
  } catch {
    // An error whose members throw cannot be printed.
  }
}

/** Prints a warning for an application without a listener. */
export function printWarning(text: string): void {
  // oxlint-disable-next-line no-console
  console.warn(text)
}
