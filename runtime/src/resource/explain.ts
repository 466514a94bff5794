/**
 * Gets what a rule has said to a request: the rule with its place in the schema, and what it lets through. It is told once
 * in a request.
 */
export type Explain = (rule: string, said: string) => void

/** Tells an application the rules of one request, a line each. A log that fails takes no answer with it. */
export function explainTo(tell: (line: string) => void): Explain {
  const told = new Set<string>()
  return (rule, said) => {
    const line = `${rule} ${said}`
    if (told.has(line)) return
    told.add(line)
    try {
      tell(line)
    } catch {
      // What the log thinks of it is no matter of the request's.
    }
  }
}
