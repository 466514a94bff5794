/** Prints a fault of the application if there is no `onError`, so that it is not lost. */
export function printFault(...fault: readonly unknown[]): void {
  try {
    // Only this file of the runtime prints.
    // oxlint-disable-next-line no-console
    console.error(...fault)
  } catch {
    // An error whose members throw cannot be printed.
  }
}

/** Prints a warning for the application. It is used if the application has no listener. */
export function printWarning(text: string): void {
  // oxlint-disable-next-line no-console
  console.warn(text)
}
