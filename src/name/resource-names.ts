import pluralize from 'pluralize'
import { kebabCase, pascalCase } from './words.js'

/** Every name that generated code derives from a JSON:API type. */
export interface ResourceNames {
  /** `blogPosts` → `blog-post`: the file of the resource. */
  readonly file: string
  /** `blogPosts` → `BlogPost`: the stem of BlogPostShape, BlogPostResource and BlogPostResourceBase. */
  readonly stem: string
  /** `blogPosts` → `blog-posts`: the file of the controller. */
  readonly routesFile: string
  /** `blogPosts` → `BlogPostsController`. */
  readonly controller: string
}

/** The names of a resource. Two types may have the same names. The check of names reports this (JG305). */
export function resourceNames(type: string): ResourceNames {
  const singular = pluralize.singular(type)
  return Object.freeze({
    file: kebabCase(singular),
    stem: pascalCase(singular),
    routesFile: kebabCase(type),
    controller: `${pascalCase(type)}Controller`,
  })
}
