import Kitsu from 'kitsu'

/** Kitsu with the settings from docs/clients.md, which leave types and URLs unchanged. */
export const kitsu = (baseURL: string, headers: Readonly<Record<string, string>> = {}): Kitsu =>
  new Kitsu({
    baseURL,
    headers,
    camelCaseTypes: false,
    resourceCase: 'none',
    pluralize: false,
    query: 'modern',
  })
