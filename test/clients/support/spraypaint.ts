import { attr, belongsTo, hasMany, SpraypaintBase } from 'spraypaint'

/** Spraypaint's models of the blog with the settings from docs/clients.md, which leave names unchanged. */
export function spraypaint(baseUrl: string) {
  const Base = SpraypaintBase.extend({
    static: { baseUrl, apiNamespace: '', keyCase: { server: 'camel', client: 'camel' } },
  })
  const Author = Base.extend({ static: { jsonapiType: 'authors' }, attrs: { name: attr() } })
  const Comment = Base.extend({
    static: { jsonapiType: 'comments' },
    attrs: { body: attr(), approved: attr(), author: belongsTo('authors') },
  })
  const Post = Base.extend({
    static: { jsonapiType: 'posts' },
    attrs: {
      title: attr(),
      body: attr(),
      views: attr(),
      author: belongsTo('authors'),
      comments: hasMany('comments'),
    },
  })
  return { Author, Comment, Post }
}
