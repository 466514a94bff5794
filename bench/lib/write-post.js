// The body that creates a post with comments, and the comparable part of the responses.

/** @param {number} children @param {readonly string[]} [tags] the ids of existing tags */
export function bodyOfPost(children, tags = []) {
  const numbers = Array.from({ length: children }, (_, index) => `c${index}`)
  const comments = numbers.map((id) => ({ type: 'comments', 'temp-id': id, method: 'create' }))
  const relationships = {
    author: { data: { type: 'authors', id: '1' } },
    ...(children > 0 && { comments: { data: comments } }),
    ...(tags.length > 0 && { tags: { data: tags.map((id) => ({ type: 'tags', id })) } }),
  }
  return JSON.stringify({
    data: { type: 'posts', attributes: { title: 'Hello', body: 'World' }, relationships },
    included: numbers.map((id) => ({
      type: 'comments',
      'temp-id': id,
      attributes: { body: `Comment ${id}` },
      relationships: { author: { data: { type: 'authors', id: '2' } } },
    })),
  })
}

/** The text of the response to a successful write. @param {Promise<Response>} answer */
export async function written(answer) {
  const response = await answer
  const text = await response.text()
  if (response.status !== 201) throw new Error(text)
  return text
}

/**
 * A response without the values that the store determines: the ids of new records, and their creation times.
 *
 * @param {string} text
 */
export function withoutChance(text) {
  return text
    .replaceAll(/(?<="type":"(?:posts|comments)","id":"|\/(?:posts|comments)\/)\d+/g, 'new')
    .replaceAll(/\?include=author/g, '')
    .replaceAll(/\d{4}-[\d:.TZ-]+/g, 'then')
}
