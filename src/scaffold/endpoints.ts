import type { ResourceSchema } from '../schema/schema.js'

/** The endpoints of a controller, for the comment above it: `GET, POST /posts · GET, PATCH, DELETE /posts/{id}`. */
export function endpointsOf({ type, actions, ownActions }: ResourceSchema): string {
  const verbs = (pairs: readonly (readonly [string, string])[]): string =>
    pairs
      .filter(([action]) => actions.some((each) => each === action))
      .map(([, verb]) => verb)
      .join(', ')
  const collection = verbs([
    ['index', 'GET'],
    ['create', 'POST'],
  ])
  const member = verbs([
    ['show', 'GET'],
    ['update', 'PATCH'],
    ['destroy', 'DELETE'],
  ])
  return [
    ...(collection === '' ? [] : [`${collection} /${type}`]),
    ...(member === '' ? [] : [`${member} /${type}/{id}`]),
    ...ownActions.map(({ name, on }) => `POST /${type}${on === 'record' ? '/{id}' : ''}/-actions/${name}`),
  ].join(' · ')
}
