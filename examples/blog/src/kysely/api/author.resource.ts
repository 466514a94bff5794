import { AuthorResourceBase } from './generated/author.gen.js';

export class AuthorResource extends AuthorResourceBase {}
