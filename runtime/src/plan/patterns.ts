import { comparesBy, type Operator } from '../vocabulary/operators.js'

/** Takes the texts that one operator of a filter looks for; false where those of the whole request are too long by now. */
export type TakePatterns = (operator: Operator, value: unknown, parameter: string) => boolean

/**
 * Counts the characters that a request looks for by prefix, suffix and contains (rule 17.3). A store may compare each
 * of them with each character of each stored text.
 */
export function patternsUpTo(limit: number): TakePatterns {
  // A polymorphic sideload plans one parameter for each of its resources.
  const counted = new Set<string>()
  let characters = 0
  return (operator, value, parameter) => {
    if (comparesBy(operator) !== 'pattern' || counted.has(parameter)) return true
    counted.add(parameter)
    const texts: readonly unknown[] = Array.isArray(value) ? value : [value]
    for (const text of texts) if (typeof text === 'string') characters += text.length
    return characters <= limit
  }
}
