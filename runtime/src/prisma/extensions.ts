import { callWith, memberOf } from '../cast.js'

/** Whether an extension of the client takes part in each create of a model (rule 23.7). */
export function isExtended(client: object, model: string): boolean {
  const extensions = Object(memberOf(client, '_extensions'))
  const name = model.charAt(0).toLowerCase() + model.slice(1)
  const ask = (question: string): object => {
    const answer = memberOf(extensions, question)
    return typeof answer === 'function' ? Object(callWith(answer, extensions, [name, 'create'])) : {}
  }
  const isAsked = Object.keys(ask('getAllQueryCallbacks')).length > 0
  return isAsked || memberOf(ask('getAllModelExtensions'), 'create') !== undefined
}
