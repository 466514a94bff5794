import pluralize from 'pluralize'
import { camelCase, kebabCase, pascalCase } from './words.js'

/** Every name that generated code derives from a JSON:API type. */
export interface ResourceNames {
  /** `blogPosts` → `blog-post`: the file of the resource. */
  readonly file: string
  /** `blogPosts` → `BlogPost`: the stem of PostShape, PostResource, PostResourceBase. */
  readonly stem: string
  /**
   * `blogPosts` → `blogPost`: a variable that holds one record; `classes` → `classRecord`, because `class` is reserved.
   */
  readonly variable: string
  /** `blogPosts` → `blog-posts`: the file of the controller. */
  readonly routesFile: string
  /** `blogPosts` → `BlogPostsController`. */
  readonly controller: string
}

/** The names of a resource. Two types may have the same names, which the check of names refuses (JG305). */
export function resourceNames(type: string): ResourceNames {
  const singular = pluralize.singular(type)
  return Object.freeze({
    file: kebabCase(singular),
    stem: pascalCase(singular),
    variable: variableOf(camelCase(singular)),
    routesFile: kebabCase(type),
    controller: `${pascalCase(type)}Controller`,
  })
}

// Words that cannot be a variable in a module, and the variable that the route stubs use beside it.
const RESERVED: ReadonlySet<string> = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends ' +
    'false finally for function if implements import in instanceof interface let new null package private protected ' +
    'public return static success super switch this throw true try typeof undefined var void while with yield'
  ).split(' '),
)

function variableOf(name: string): string {
  return RESERVED.has(name) ? `${name}Record` : name
}
