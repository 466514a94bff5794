import type { Command } from './commands.js'
import { attempt, Draft, picked, type Planned } from './draft.js'
import { planComments, planTags } from './plan-many.js'
import { planOne } from './plan-one.js'
import { destroyAuthor, destroyComment, destroyPost, destroyTag, Refused, type State } from './state.js'

/** Plans a command for a state. Returns undefined if the state contains no record that the command needs. */
export function plan(command: Command, before: State): Planned | undefined {
  if (command.kind === 'destroy') {
    const id = picked(before[command.of], command.pick)
    if (id === undefined) return undefined
    const destroy = {
      posts: destroyPost,
      comments: destroyComment,
      tags: destroyTag,
      authors: destroyAuthor,
    }[command.of]
    return {
      method: 'DELETE',
      path: `/${command.of}/${id}`,
      after: attempt(before, (state) => destroy(state, id)),
    }
  }
  const draft = new Draft(before)
  switch (command.kind) {
    case 'createPost':
      return createPost(draft, command)
    case 'updatePost':
      return updatePost(draft, command)
    case 'updateComment':
      return updateComment(draft, command)
  }
}

function createPost(
  draft: Draft,
  { title, author, comments, tags }: Extract<Command, { kind: 'createPost' }>,
): Planned {
  const id = 'new:post'
  draft.refuseIf(title === '')
  let authorId: string | null = null
  const relationships = {
    ...(author && { author: { data: planOne(draft, author, null, (given) => (authorId = given)) } }),
    ...(comments && { comments: { data: [] as readonly object[] } }),
    ...(tags && { tags: { data: [] as readonly object[] } }),
  }
  draft.steps.push((state) => {
    if (authorId === null) throw new Refused()
    state.posts.set(id, { title, authorId, tags: new Set() })
  })
  if (comments && relationships.comments) {
    relationships.comments.data = planComments(draft, comments, 'postId', id, new Set())
  }
  if (tags && relationships.tags) relationships.tags.data = planTags(draft, tags, id, new Set())
  return draft.planned('POST', '/posts', {
    type: 'posts',
    'temp-id': id,
    attributes: { title, body: '' },
    relationships,
  })
}

function updatePost(
  draft: Draft,
  { pick, title, author, comments, tags }: Extract<Command, { kind: 'updatePost' }>,
): Planned | undefined {
  const id = picked(draft.before.posts, pick)
  const post = draft.before.posts.get(id ?? '')
  if (id === undefined || !post) return undefined
  draft.refuseIf(title === '')
  const relationships: Record<string, object> = {}
  let authorId: string | null = post.authorId
  if (author) {
    relationships['author'] = { data: planOne(draft, author, post.authorId, (given) => (authorId = given)) }
  }
  draft.steps.push((state) => {
    const own = state.posts.get(id)
    if (!own || authorId === null) throw new Refused()
    Object.assign(own, { authorId, ...(title !== undefined && { title }) })
  })
  const members = new Set(
    [...draft.before.comments].filter(([, comment]) => comment.postId === id).map(([key]) => key),
  )
  if (comments) relationships['comments'] = { data: planComments(draft, comments, 'postId', id, members) }
  if (tags) relationships['tags'] = { data: planTags(draft, tags, id, post.tags) }
  return draft.planned('PATCH', `/posts/${id}`, {
    type: 'posts',
    id,
    ...(title !== undefined && { attributes: { title } }),
    relationships,
  })
}

function updateComment(
  draft: Draft,
  { pick, body, author, replies }: Extract<Command, { kind: 'updateComment' }>,
): Planned | undefined {
  const id = picked(draft.before.comments, pick)
  const comment = draft.before.comments.get(id ?? '')
  if (id === undefined || !comment) return undefined
  draft.used.add(id)
  draft.refuseIf(body === '')
  const relationships: Record<string, object> = {}
  let authorId = comment.authorId
  const last: ((state: State) => void)[] = []
  if (author) {
    relationships['author'] = {
      data: planOne(draft, author, comment.authorId, (given) => (authorId = given), last),
    }
  }
  draft.steps.push((state) =>
    Object.assign(state.comments.get(id) ?? {}, { authorId, ...(body !== undefined && { body }) }),
  )
  const members = new Set(
    [...draft.before.comments].filter(([, reply]) => reply.parentId === id).map(([key]) => key),
  )
  if (replies) relationships['replies'] = { data: planComments(draft, replies, 'parentId', id, members) }
  draft.steps.push(...last)
  return draft.planned('PATCH', `/comments/${id}`, {
    type: 'comments',
    id,
    ...(body !== undefined && { attributes: { body } }),
    relationships,
  })
}
