import { CommentResourceBase } from './generated/comment.gen.js';

/** comments, as this application serves them: what the schema does not say goes here. */
export class CommentResource extends CommentResourceBase {}
