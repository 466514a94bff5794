/** What operators read. A test that reads it puts a function of its own here. */
export const log: { denied(line: string): void } = {
  denied: (line) => console.warn(line),
};
