import Kitsu from 'kitsu'

/** Kitsu with the settings of docs/clients.md, which keep types and URLs as they are written. */
export const kitsu = (baseURL: string, headers: Readonly<Record<string, string>> = {}): Kitsu =>
  new Kitsu({
    baseURL,
    headers,
    camelCaseTypes: false,
    resourceCase: 'none',
    pluralize: false,
    query: 'modern',
  })
