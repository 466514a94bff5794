/** The operators' log. A test replaces this function with its own. */
export const log: { denied(line: string): void } = {
  denied: (line) => console.warn(line),
};
