import type { Answer } from './serve.js'

interface Documented {
  readonly data: readonly { readonly id: string }[]
  readonly included?: readonly { readonly type: string; readonly id: string }[]
  readonly meta?: unknown
  readonly errors?: readonly { readonly detail: string }[]
}

/** The document of a response that has data. Throws an error with the errors of a response without data. */
export function documentOf({ status, body }: Answer): Documented {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as Documented
}

/** The ids of the primary data, as numbers if they are numeric. */
export function idsOf(answer: Answer): readonly (number | string)[] {
  return documentOf(answer).data.map(({ id }) => (/^\d+$/.test(id) ? Number(id) : id))
}

/** The whole response to a request that is rejected with a single error. */
export function refusal(
  [code, title]: readonly [code: string, title: string],
  parameter: string | undefined,
  detail: string,
  meta?: unknown,
): Answer {
  return {
    status: 400,
    body: {
      jsonapi: { version: '1.1' },
      errors: [
        {
          status: '400',
          code,
          title,
          detail,
          ...(parameter !== undefined && { source: { parameter } }),
          ...(meta !== undefined && { meta }),
        },
      ],
    },
  }
}

/** The code and title of each error class that a read can throw (rule 13.1). */
export const KINDS = {
  badFilter: ['bad_filter', 'Bad filter'],
  invalidFilterValue: ['invalid_filter_value', 'Invalid filter value'],
  requiredFilter: ['required_filter', 'Required filter'],
  badSort: ['bad_sort', 'Bad sort'],
  invalidInclude: ['invalid_include', 'Invalid include'],
  invalidPage: ['invalid_page', 'Invalid page'],
  unsupportedPageSize: ['unsupported_page_size', 'Unsupported page size'],
  statNotFound: ['stat_not_found', 'Stat not found'],
  unknownField: ['unknown_field', 'Unknown field'],
  invalidParameter: ['invalid_parameter', 'Invalid parameter'],
} as const
