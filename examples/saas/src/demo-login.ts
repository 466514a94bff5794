import type { FormLogin } from '@jsonapi-gen/explorer';
import { PASSWORD, PEOPLE } from './seed.js';

const OFFERED = ['owner@acme.example', 'accountant@acme.example', 'guest@acme.example'];

/** How one logs in on the page of the explorer: as one of three people with a click, or with the form of ./session.ts. */
export const login: FormLogin<'email' | 'password' | 'organisation'> = {
  by: 'form',
  post: '/session',
  fields: { email: 'email', password: 'password', organisation: ['acme', 'umbrella'] },
  people: Object.fromEntries(
    PEOPLE.filter(([email]) => OFFERED.includes(email)).map(([email, name]) => [
      name,
      { email, password: PASSWORD, organisation: 'acme' },
    ]),
  ),
  logout: { method: 'DELETE', path: '/session' },
  viewer: '/session',
};
