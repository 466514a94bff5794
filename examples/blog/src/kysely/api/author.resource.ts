import { AuthorResourceBase } from './generated/author.gen.js';

/** authors, as this application serves them: what the schema does not say goes here. */
export class AuthorResource extends AuthorResourceBase {}
