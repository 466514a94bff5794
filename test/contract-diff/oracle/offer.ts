/** A schema as YAML represents it, limited to the parts that the oracle changes. */
export interface Offer {
  readonly resources: Record<string, OfferedResource>
}

/** A permission: `true` for everybody, `false` for nobody, or the name of a guard. */
export type Open = boolean | string

/** A resource over a model of the blog. */
export interface OfferedResource {
  readonly model: string
  clientIds?: 'forbidden' | 'allowed' | 'required'
  readonly attributes: Record<string, OfferedAttribute>
  readonly filters: Record<string, OfferedFilter>
  defaultFilters?: Record<string, object>
  readonly stats: Record<string, string[]>
  readonly extraFields: Record<string, string>
  readonly sideloads: Record<string, OfferedSideload>
  sideloadWhitelist?: Record<string, string[]>
  defaultSort: string[]
  readonly page: { size: number; max: number; style?: 'number' | 'cursor' }
  readonly actions: Record<Action, Open>
}

export type Action = 'index' | 'show' | 'create' | 'update' | 'destroy'

export interface OfferedAttribute {
  type?: string
  enum?: string[]
  readonly column?: string
  readonly format?: string
  readable?: Open
  writable?: Open
  sortable?: Open
  required?: boolean
  default?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

export interface OfferedFilter {
  type?: string
  operators: string[]
  aliases?: string[]
  required?: boolean
  if?: string
}

export interface OfferedSideload {
  kind: 'belongsTo' | 'hasMany' | 'hasOne' | 'hasAndBelongsToMany'
  resource: string
  readonly foreignKey: string | Record<string, string>
  readable?: Open
  writable?: Open
  nullable?: boolean
  linkage?: 'always' | 'included'
  dependent?: 'restrict'
}

const OPEN = { index: true, show: true, create: true, update: true, destroy: true } as const

const PAGES = { size: 20, max: 100 }

/** The blog under different names. The oracle derives each schema from it by making changes. */
export const OFFER: Offer = {
  resources: {
    notes: {
      model: 'Post',
      attributes: {
        title: { type: 'string', minLength: 1, maxLength: 20 },
        mood: { enum: ['a', 'b', 'c'], column: 'body' },
        views: { type: 'integer', minimum: 0, maximum: 1000, default: 0 },
        rating: { type: 'decimal?' },
        at: { type: 'datetime?', column: 'publishedAt' },
        made: { type: 'datetime', column: 'createdAt', writable: false },
      },
      filters: {
        title: { operators: ['eq', 'prefix', 'contains'], aliases: ['name'] },
        mood: { operators: ['eq'] },
        views: { operators: ['eq', 'gt', 'gte', 'lt', 'lte'] },
        rating: { operators: ['eq', 'gt'] },
        'author.name': { type: 'string', operators: ['eq', 'prefix'] },
      },
      stats: { total: ['count'], views: ['sum', 'average', 'maximum'], rating: ['average'] },
      extraFields: { words: 'integer' },
      sideloads: {
        author: { kind: 'belongsTo', resource: 'people', foreignKey: 'authorId', nullable: false },
        replies: { kind: 'hasMany', resource: 'replies', foreignKey: 'postId' },
        tags: { kind: 'hasAndBelongsToMany', resource: 'labels', foreignKey: { posts: 'id' } },
      },
      defaultSort: ['id'],
      page: { ...PAGES },
      actions: { ...OPEN },
    },
    people: {
      model: 'Author',
      attributes: {
        name: { type: 'string', minLength: 1 },
        email: { type: 'string', format: 'email' },
        bio: { type: 'string?', maxLength: 30 },
      },
      filters: { name: { operators: ['eq', 'suffix'] }, email: { operators: ['eq'] } },
      stats: { total: ['count'] },
      extraFields: {},
      sideloads: {
        posts: { kind: 'hasMany', resource: 'notes', foreignKey: 'authorId', writable: false },
        profile: { kind: 'hasOne', resource: 'profiles', foreignKey: 'authorId', writable: false },
      },
      defaultSort: ['name', 'id'],
      page: { ...PAGES },
      actions: { ...OPEN },
    },
    replies: {
      model: 'Comment',
      attributes: {
        text: { type: 'string', minLength: 1, column: 'body' },
        approved: { type: 'boolean', default: false },
      },
      filters: { text: { operators: ['contains'] }, approved: { operators: ['eq'] } },
      stats: { total: ['count'] },
      extraFields: {},
      sideloads: {
        post: {
          kind: 'belongsTo',
          resource: 'notes',
          foreignKey: 'postId',
          nullable: false,
          linkage: 'always',
        },
        author: { kind: 'belongsTo', resource: 'people', foreignKey: 'authorId', linkage: 'always' },
        parent: { kind: 'belongsTo', resource: 'replies', foreignKey: 'parentId' },
      },
      sideloadWhitelist: { index: ['author', 'parent'], show: ['author', 'parent', 'post'] },
      defaultSort: ['id'],
      page: { ...PAGES },
      actions: { ...OPEN },
    },
    labels: {
      model: 'Tag',
      clientIds: 'allowed',
      attributes: { name: { type: 'string', minLength: 1, maxLength: 40 } },
      filters: { name: { operators: ['eq', 'prefix'] } },
      stats: { total: ['count'] },
      extraFields: {},
      sideloads: { posts: { kind: 'hasAndBelongsToMany', resource: 'notes', foreignKey: { tags: 'id' } } },
      defaultSort: ['id'],
      page: { ...PAGES },
      actions: { ...OPEN },
    },
    profiles: {
      model: 'Profile',
      attributes: { website: { type: 'string?' }, twitter: { type: 'string?', maxLength: 15 } },
      filters: { website: { operators: ['eq'] } },
      stats: { total: ['count'] },
      extraFields: {},
      sideloads: {
        author: { kind: 'belongsTo', resource: 'people', foreignKey: 'authorId', nullable: false },
      },
      defaultSort: ['id'],
      page: { ...PAGES },
      actions: { ...OPEN, create: false },
    },
    writers: {
      model: 'Author',
      attributes: { name: { type: 'string', writable: false } },
      filters: { name: { operators: ['eq'] } },
      stats: {},
      extraFields: {},
      sideloads: {},
      defaultSort: ['id'],
      page: { ...PAGES },
      actions: { index: true, show: true, create: false, update: false, destroy: false },
    },
  },
}
