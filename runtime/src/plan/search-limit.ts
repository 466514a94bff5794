/** Filters through relationships to many that read all of their records, in one request. */
export const MOST_SEARCHES = 2

/** Counts a filter that reads all related records for each record; returns false if the request has too many of them. */
export type TakeSearch = (parameter: string) => boolean

/** Counts the searches of one request (rule 17.2): each takes time by the number of records and of related records. */
export function searchesUpTo(limit: number): TakeSearch {
  // A polymorphic sideload plans the same parameter for each of its resources.
  const counted = new Set<string>()
  return (parameter) => counted.add(parameter).size <= limit
}
