import { comparesBy, type Operator } from '../vocabulary/operators.js'

/**
 * Counts the texts that one operator of a filter searches for; returns false if the total of the request is now too
 * long.
 */
export type TakePatterns = (operator: Operator, value: unknown, parameter: string) => boolean

/**
 * Counts the characters that a request searches for by prefix, suffix and contains (rule 17.3). A store may compare
 * each of them with each character of each stored text.
 */
export function patternsUpTo(limit: number): TakePatterns {
  // A polymorphic sideload plans the same parameter for each of its resources.
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
