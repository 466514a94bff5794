import { styleText } from 'node:util';

/** A request in the demo: its purpose and its parameters. */
interface DemoRequest {
  readonly shows: string;
  readonly path: string;
  readonly method?: 'POST';
  readonly body?: unknown;
}

const REQUESTS: readonly DemoRequest[] = [
  {
    shows: 'a filter by its alias, and sparse fields',
    path: '/posts?filter[name][prefix]=Hello&fields[posts]=title,status',
  },
  {
    shows: 'nested includes, and a page of each post’s comments',
    path: '/posts/1?include=comments.author&page[comments][size]=1&fields[posts]=title,comments&fields[comments]=body,author&fields[authors]=name',
  },
  {
    shows: 'statistics over the whole result, whatever the page',
    path: '/posts?filter[status]=published&stats[total]=count&stats[views]=sum,average&page[size]=1&fields[posts]=title,views',
  },
  {
    shows: 'a page, sorted, with an extra field',
    path: '/posts?sort=-views&page[size]=2&page[number]=2&fields[posts]=title,views&extra_fields[posts]=readingTime',
  },
  { shows: 'a mistake, and what it may have meant', path: '/posts?filter[titel]=Hello' },
  {
    shows: 'a nested write whose child is at fault: nothing is written, and the error points at the child',
    path: '/posts',
    method: 'POST',
    body: {
      data: {
        type: 'posts',
        attributes: { title: 'A post with a comment', body: 'Both are written, or none.' },
        relationships: {
          author: { data: { type: 'authors', id: '1' } },
          comments: { data: [{ type: 'comments', 'temp-id': 'first', method: 'create' }] },
        },
      },
      included: [{ type: 'comments', 'temp-id': 'first', attributes: { approved: true } }],
    },
  },
];

/** Sends the demo's requests, and prints each with its response. */
export async function showRequests(url: string): Promise<void> {
  for (const { shows, path, method = 'GET', body } of REQUESTS) {
    const headers = { accept: MEDIA_TYPE, ...(body !== undefined && { 'content-type': MEDIA_TYPE }) };
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    console.log(heading(shows));
    console.log(styleText('bold', `${method} ${path}`));
    if (body !== undefined) console.log(indented(body));
    console.log(styleText(response.ok ? 'green' : 'yellow', `${response.status} ${response.statusText}`));
    console.log(indented(await response.json()));
  }
}

const MEDIA_TYPE = 'application/vnd.api+json';

const heading = (text: string): string =>
  styleText('dim', `\n── ${text} ${'─'.repeat(Math.max(3, 90 - text.length))}`);

const indented = (value: unknown): string => JSON.stringify(value, null, 2);
