import { camelCase, pascalCase } from '../name/words.js'

/** The names of the abstract methods for the custom parts of a schema (rule 20.7). */
export const methodNames = {
  filter: (name: string): string => `filter${pascalCase(name)}`,
  defaultFilter: (name: string): string => `defaultFilter${pascalCase(name)}`,
  stat: (name: string, calculation: string): string => `stat${pascalCase(name)}${pascalCase(calculation)}`,
  extraFieldsOf: 'extraFieldsOf',
  extraField: (name: string): string => `extraField${pascalCase(name)}`,
  sort: 'sortScope',
  paginate: 'paginateScope',
  ownAction: (name: string): string => camelCase(name),
  scope: (sideload: string): string => `scope${pascalCase(sideload)}`,
  assign: (sideload: string): string => `assign${pascalCase(sideload)}`,
} as const
