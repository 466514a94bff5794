import { styleText } from 'node:util';
import { PASSWORD } from './seed.js';

/** A request in the demo: its purpose and its parameters. */
interface DemoRequest {
  readonly shows: string;
  readonly path: string;
  readonly method?: 'POST' | 'PATCH';
  readonly body?: unknown;
  /** The Idempotency-Key of a write. */
  readonly key?: string;
}

const JSONAPI = 'application/vnd.api+json';

const INVOICE = {
  data: {
    type: 'invoices',
    attributes: { customer: 'Wile E.' },
    relationships: {
      lines: {
        data: [
          { type: 'lines', 'temp-id': 'anvil', method: 'create' },
          { type: 'lines', 'temp-id': 'rocket', method: 'create' },
        ],
      },
    },
  },
  included: [
    {
      type: 'lines',
      'temp-id': 'anvil',
      attributes: { position: 1, text: 'An anvil', price: '19.90', quantity: 2 },
    },
    { type: 'lines', 'temp-id': 'rocket', attributes: { position: 2, text: 'A rocket', price: '250' } },
  ],
};

const REQUESTS: readonly DemoRequest[] = [
  {
    shows: 'an accountant logs in to one organisation; the answer sets the cookie of the session',
    path: '/session',
    method: 'POST',
    body: { email: 'accountant@acme.example', password: PASSWORD, organisation: 'acme' },
  },
  {
    shows: 'the invoices of this organisation, and nothing of the other; the statistics too',
    path: '/invoices?fields[invoices]=number,customer,state,amount&stats[total]=count&stats[amount]=sum',
  },
  {
    shows: 'an include across resources: each of them asks its own policies',
    path: '/invoices?filter[state]=sent&include=lines,project.comments&fields[invoices]=number,lines,project&fields[lines]=text,price&fields[projects]=name,budget,comments&fields[comments]=body',
  },
  {
    shows:
      'an invoice with its lines in one write: the number, the tenant and the amount come from the application',
    path: '/invoices?fields[invoices]=number,customer,state,amount,lines&fields[lines]=text,quantity,price',
    method: 'POST',
    key: 'first-invoice',
    body: INVOICE,
  },
  {
    shows:
      'the same request with the same Idempotency-Key, as after a lost answer: no second invoice is written',
    path: '/invoices?fields[invoices]=number,customer,state,amount,lines&fields[lines]=text,quantity,price',
    method: 'POST',
    key: 'first-invoice',
    body: INVOICE,
  },
  {
    shows: 'an action of its own: a draft is sent to its customer, and only a draft',
    path: '/invoices/1~3/-actions/send?fields[invoices]=number,state,dueOn',
    method: 'POST',
    body: { meta: { dueOn: '2030-01-31' } },
  },
  {
    shows: 'an accountant who makes himself an owner is refused by every path, this one through his own user',
    path: '/users/2',
    method: 'PATCH',
    body: {
      data: {
        type: 'users',
        id: '2',
        relationships: { memberships: { data: [{ type: 'memberships', id: '1~2', method: 'update' }] } },
      },
      included: [{ type: 'memberships', id: '1~2', attributes: { role: 'owner' } }],
    },
  },
  { shows: 'the invoice of another organisation does not exist', path: '/invoices/2~1' },
];

/** Sends the demo's requests in one session, and prints each with its response. */
export async function showRequests(url: string): Promise<void> {
  let cookie = '';
  for (const { shows, path, method = 'GET', body, key } of REQUESTS) {
    const type = path === '/session' ? 'application/json' : JSONAPI;
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        accept: type,
        cookie,
        ...(body !== undefined && { 'content-type': type }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    [cookie = ''] = response.headers.get('set-cookie')?.split(';') ?? [cookie];
    console.log(styleText('dim', `\n── ${shows} ${'─'.repeat(Math.max(3, 100 - shows.length))}`));
    console.log(styleText('bold', `${method} ${path}`));
    if (key !== undefined) console.log(`Idempotency-Key: ${key}`);
    if (body !== undefined) console.log(JSON.stringify(body, null, 2));
    console.log(styleText(response.ok ? 'green' : 'yellow', `${response.status} ${response.statusText}`));
    console.log(JSON.stringify(await response.json(), null, 2));
  }
}
