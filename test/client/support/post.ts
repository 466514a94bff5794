/** The attributes of a post, as a server sends them. */
export const POST = {
  title: 'x',
  body: 'x',
  status: 'draft',
  views: 0,
  rating: null,
  publishedAt: null,
  createdAt: '2024-01-01T00:00:00Z',
}
